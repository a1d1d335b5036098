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
