/// A statement that the server has read, as a connection keeps it.
final class PostgreSQLStatement {
  /// What the connection calls it.
  let name: String
  let parameters: [PostgreSQLType?]
  let columns: [PostgreSQLType?]

  init(name: String, parameters: [PostgreSQLType?], columns: [PostgreSQLType?]) {
    (self.name, self.parameters, self.columns) = (name, parameters, columns)
  }

  /// A statement with numbers in the places of its values, as the server reads them: `$1` for the first question mark.
  static func numbered(_ text: String) -> String {
    var (numbered, count) = ("", 0)
    numbered.reserveCapacity(text.utf8.count + 16)
    var quote: Character?
    for sign in text {
      if sign == quote {
        quote = nil
      } else if quote == nil, sign == "\"" || sign == "'" {
        quote = sign
      } else if quote == nil, sign == "?" {
        count += 1
        numbered += "$\(count)"
        continue
      }
      numbered.append(sign)
    }
    return numbered
  }
}
