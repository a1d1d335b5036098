public import Armature
import ArmatureDocuments
public import ArmatureModel

/// A page for a web browser that shows a model. It can also show objects, their validation failures, and the
/// differences from an older version of the model.
///
/// ```swift
/// let page = InspectorPage(model, objectsOf: context, report: context.validate())
/// print(page.html().hasPrefix("<!doctype html>"))  // true
/// ```
/// The page is a single file, which needs no network, no server and no other files. Names and values are escaped.
public struct InspectorPage {
  /// The title of the page.
  public let title: String
  /// The diagram of the model, compared with the older version if one was given.
  let diagram: ModelDiagram
  let model: PageModel
  /// The objects as JSON; `nil` for a page without objects.
  let objects: String?

  /// Creates a page.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - older: An older version of the model. The page shows the differences from it.
  ///   - context: The context with the objects to show.
  ///   - report: The failures of the objects, and of records that could not be loaded.
  ///   - paths: The paths of source files. The page shows them instead of file identifiers such as `Shop/Model.swift`.
  /// - Complexity: O(*n*) in the number of properties, values and failures.
  public init(
    _ model: ManagedObjectModel, against older: ManagedObjectModel? = nil,
    objectsOf context: ManagedObjectContext? = nil, report: ValidationReport = ValidationReport(),
    paths: [String: String] = [:]
  ) {
    title = model.name
    diagram = ModelDiagram(model, against: older)
    let places = PagePlaces(paths)
    self.model = PageModel(model, against: older, diagram, places)
    objects =
      context == nil && report.isEmpty ? nil : PageObjects(model, context, report, places).text
  }
}

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

/// Embeds JSON in HTML.
enum PageText {
  /// Returns JSON that cannot end the surrounding element. Each `<` is escaped, which is possible because it occurs
  /// only in strings.
  static func inScript(_ json: String) -> String {
    guard json.utf8.contains(UInt8(ascii: "<")) else { return json }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(json.utf8.count + 64)
    for byte in json.utf8 {
      if byte == UInt8(ascii: "<") {
        bytes += #"\u003C"#.utf8
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
