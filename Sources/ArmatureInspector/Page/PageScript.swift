/// The script of a page, in parts. It is plain JavaScript that inserts text only as text nodes, and never as markup.
///
/// A page without objects leaves out the script for their tables.
enum PageScript {
  static func text(hasObjects: Bool) -> String {
    typealias Script = PageFiles.Script
    let parts =
      [
        "\"use strict\";", Script.elements, Script.model, Script.objects, Script.pieces,
        Script.entity, Script.diagram, Script.lists, Script.changes, Script.search,
      ] + (hasObjects ? [Script.grid, Script.condition, Script.records] : []) + [Script.start]
    return parts.joined(separator: "\n")
  }
}

/// The style of a page, in parts.
enum PageStyle {
  static let text = [
    PageFiles.Style.base, PageFiles.Style.pieces, PageFiles.Style.views, PageFiles.Style.data,
  ].joined(separator: "\n")
}

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
