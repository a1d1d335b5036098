/// The definition of a table. The order of its columns does not matter, because an added column is always the last one.
package struct SQLTableText: Hashable {
  /// The text before and after the columns.
  private let frame: [Substring]
  private let columns: Set<String>

  /// Parses a CREATE TABLE statement that this library has written, or that the database has changed since.
  package init(_ text: String) {
    guard let start = text.firstIndex(of: "("), let end = text.lastIndex(of: ")"), start < end
    else {
      (frame, columns) = ([text[...]], [])
      return
    }
    frame = [text[..<start], text[end...]]
    var (columns, column) = (Set<String>(), "")
    var (depth, isName) = (0, false)
    for sign in text[text.index(after: start)..<end] {
      switch sign {
      case "\"": isName.toggle()
      case "(" where !isName: depth += 1
      case ")" where !isName: depth -= 1
      case "," where !isName && depth == 0:
        columns.insert(column.trimmed)
        column = ""
        continue
      default: break
      }
      column.append(sign)
    }
    columns.insert(column.trimmed)
    self.columns = columns
  }
}

extension String {
  /// The text without leading and trailing white space.
  fileprivate var trimmed: String {
    guard let start = firstIndex(where: { !$0.isWhitespace }),
      let end = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[start...end])
  }
}
