/// A statement that the server has read, as a connection keeps it.
final class PostgreSQLStatement {
  /// What the connection calls it; empty where the server does not keep it, and gets the text each time.
  let name: String
  /// The text as the server reads it.
  let text: String
  let parameters: [PostgreSQLType?]
  /// The numbers of the parameters' types in the server.
  let parameterNumbers: [UInt32]
  let columns: [PostgreSQLType?]

  /// - Parameter description: What the server says of it.
  init(_ name: String, _ text: String, _ description: PostgreSQLResult) {
    (self.name, self.text) = (name, text)
    parameterNumbers = description.parameterNumbers
    parameters = parameterNumbers.map { PostgreSQLType(number: $0) }
    columns = description.columnTypes
  }

  /// Hands the values of one run over to libpq, all in the binary form.
  ///
  /// - Returns: 1, or something else if libpq does not take them.
  func send(
    _ values: PostgreSQLParameters.Texts?, _ lengths: PostgreSQLParameters.Numbers?,
    _ formats: PostgreSQLParameters.Numbers?, on connection: PostgreSQLConnection
  ) -> Int32 {
    let (library, count) = (connection.library, Int32(parameters.count))
    if name.isEmpty {
      return library.sendParameters(
        connection.handle, text, count, parameterNumbers, values, lengths, formats,
        PostgreSQLCode.binary)
    }
    return library.sendPrepared(
      connection.handle, name, count, values, lengths, formats, PostgreSQLCode.binary)
  }

  /// Whether a statement needs no right but that to read tables.
  static func onlyReads(_ text: String) -> Bool {
    ["SELECT ", "DECLARE ", "EXPLAIN "].contains(where: text.hasPrefix)
      && !text.hasSuffix(" FOR UPDATE") && !text.hasPrefix("SELECT nextval(")
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
