/// The script of a page, in parts: plain JavaScript, which makes each text a text node and never markup.
///
/// A page has it without its indentation and its comments, which are a quarter of it.
enum PageScript {
  static let text = [
    "\"use strict\";", elements, model, objects, pieces, entity, diagram, grid, records, lists,
    changes, search,
    start,
  ].joined(separator: "\n").split(separator: "\n").map { $0.drop { $0 == " " } }
    .filter { !$0.hasPrefix("//") }.joined(separator: "\n")
}
