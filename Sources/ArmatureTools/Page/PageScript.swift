/// The script of a page, in parts: plain JavaScript, which makes each text a text node and never markup.
///
/// A page has it without its indentation and its comments, which are a quarter of it, and one of a model alone without
/// the tables of objects.
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
