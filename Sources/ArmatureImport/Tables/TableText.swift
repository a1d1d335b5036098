/// The parts of a CREATE TABLE statement that SQLite's pragmas do not report.
struct TableText {
  /// The `CHECK` conditions.
  private(set) var checks: [[TableToken]] = []
  /// The columns with a collation other than BINARY, and its name.
  private(set) var collations: [(column: String, name: String)] = []
  private(set) var lacksRowNumbers = false
  /// Whether the primary key is declared as `INTEGER PRIMARY KEY DESC`, which is not the row number.
  private(set) var isDescendingKey = false

  init(_ text: String) {
    let tokens = TableToken.tokens(of: text)
    guard let start = tokens.firstIndex(of: .sign("(")) else { return }
    var (depth, part, place) = (0, [TableToken](), start + 1)
    while place < tokens.count {
      let token = tokens[place]
      place += 1
      if token == .sign("(") { depth += 1 }
      if token == .sign(")") {
        if depth == 0 { break }
        depth -= 1
      }
      if token == .sign(","), depth == 0 {
        read(part)
        part = []
      } else {
        part.append(token)
      }
    }
    read(part)
    let rest = tokens[min(place, tokens.count)...]
    lacksRowNumbers = zip(rest, rest.dropFirst()).contains {
      $0.isWord("WITHOUT") && $1.isWord("ROWID")
    }
  }

  /// Reads a column or a table constraint.
  private mutating func read(_ part: [TableToken]) {
    var (place, depth) = (0, 0)
    while place < part.count {
      let token = part[place]
      place += 1
      if token == .sign("(") { depth += 1 }
      if token == .sign(")") { depth -= 1 }
      guard depth == 0 else { continue }
      if token.isWord("CHECK"), place < part.count, part[place] == .sign("(") {
        let end = Self.end(of: part, from: place)
        checks.append(Array(part[(place + 1)..<end]))
        place = min(end + 1, part.count)
      } else if token.isWord("COLLATE"), place < part.count,
        let name = part[place].identifier, name.uppercased() != "BINARY",
        let column = part[0].identifier
      {
        collations.append((column, name))
      } else if token.isWord("KEY"), place < part.count, part[place].isWord("DESC") {
        isDescendingKey = true
      }
    }
  }

  /// Returns the position of the closing bracket.
  private static func end(of tokens: [TableToken], from start: Int) -> Int {
    var depth = 0
    for place in start..<tokens.count {
      if tokens[place] == .sign("(") { depth += 1 }
      if tokens[place] == .sign(")") { depth -= 1 }
      if depth == 0 { return place }
    }
    return tokens.count
  }
}
