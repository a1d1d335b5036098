import ArmatureDocuments
import ArmatureModel

extension InspectorPage {
  /// Returns the page as HTML.
  ///
  /// The page has a content security policy. It allows only the page's own script and forbids loading other resources.
  ///
  /// ```swift
  /// let html = InspectorPage(model).html()
  /// print(html.contains("Content-Security-Policy"))  // true
  /// ```
  ///
  /// - Complexity: O(*n*) in the length of the page.
  public func html() -> String {
    let name = MarkupText.escaped(title)
    let script = PageScript.text(hasObjects: objects != nil)
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; \
      script-src 'sha256-\(PageDigest(script).base64)'; base-uri 'none'; form-action 'none'">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(name)</title>
      <style>\(PageStyle.text)</style>
      </head>
      <body>
      \(PageFrame.text)
      <noscript><p>This page needs JavaScript, which is part of it: nothing is loaded.</p></noscript>
      <template id="picture">\(SVGDrawing(diagram).text(style: ""))</template>
      <script type="application/json" id="model">\(PageText.inScript(model.json))</script>
      <script type="application/json" id="objects">\(PageText.inScript(objects ?? "null"))</script>
      <script>\(script)</script>
      </body>
      </html>

      """
  }
}
