/// A Markdown table without its empty columns.
struct MarkdownTable {
  /// The lines of the table; empty if it has no rows.
  let text: String

  init(_ headings: [String], _ rows: [[String]]) {
    let columns = headings.indices.filter { column in rows.contains { !$0[column].isEmpty } }
    func line(_ cells: [String]) -> String {
      "| " + columns.map { cells[$0] }.joined(separator: " | ") + " |"
    }
    let rule = "|" + columns.map { _ in "---|" }.joined()
    text = rows.isEmpty ? "" : ([line(headings), rule] + rows.map(line)).joined(separator: "\n")
  }
}
