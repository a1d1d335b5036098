/// A prepared statement in a connection's cache.
final class PostgreSQLStatement {
  /// Its name in the session; empty if the server does not keep the statement and receives its text each time.
  let name: String
  /// The text as sent to the server.
  let text: String
  let parameters: [PostgreSQLType?]
  /// The server's type numbers of the parameters.
  let parameterNumbers: [UInt32]
  let columns: [PostgreSQLType?]

  /// - Parameter description: The server's description of the statement.
  init(_ name: String, _ text: String, _ description: PostgreSQLResult) {
    (self.name, self.text) = (name, text)
    parameterNumbers = description.parameterNumbers
    parameters = parameterNumbers.map { PostgreSQLType(number: $0) }
    columns = description.columnTypes
  }

  /// Passes the values of one run to libpq, all in binary format.
  ///
  /// - Returns: 1, or another number if libpq rejects them.
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

  /// Returns whether a statement needs only the right to read tables.
  static func onlyReads(_ text: String) -> Bool {
    ["SELECT ", "DECLARE ", "EXPLAIN "].contains(where: text.hasPrefix)
      && !text.hasSuffix(" FOR UPDATE") && !text.hasPrefix("SELECT nextval(")
  }

  /// Returns a statement with numbered parameters, as the server expects: `$1` for the first question mark.
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
