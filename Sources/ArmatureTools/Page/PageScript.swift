/// The script of a page, in parts. It is plain JavaScript that inserts text only as text nodes, and never as markup.
///
/// A page contains the script without indentation and comments, which are a quarter of it. A page without objects
/// leaves out the script for their tables.
enum PageScript {
  static func text(hasObjects: Bool) -> String {
    let parts =
      [
        "\"use strict\";", elements, model, objects, pieces, entity, diagram, lists, changes,
        search,
      ]
      + (hasObjects ? [grid, condition, records] : []) + [start]
    return parts.joined(separator: "\n").split(separator: "\n").map { $0.drop { $0 == " " } }
      .filter { !$0.hasPrefix("//") }.joined(separator: "\n")
  }
}
