/// The script of a page, in parts: plain JavaScript, which makes each text a text node and never markup.
enum PageScript {
  static let text = [
    "\"use strict\";", elements, model, objects, pieces, entity, diagram, grid, records, lists,
    changes, search,
    start,
  ].joined(separator: "\n")
}
