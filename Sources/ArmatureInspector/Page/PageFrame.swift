/// The static part of a page, which its script completes.
enum PageFrame {
  static let text = #"""
    <button class="skip" id="skip">Skip to the content</button>
    <header id="bar">
    <button id="menu" aria-expanded="false" aria-controls="side">Menu</button>
    <strong id="barTitle"></strong>
    </header>
    <nav id="side" aria-label="Model"></nav>
    <main id="main" tabindex="-1"></main>
    <dialog id="palette" aria-label="Search"></dialog>
    <div id="status" class="unseen" role="status" aria-live="polite"></div>
    """#
}
