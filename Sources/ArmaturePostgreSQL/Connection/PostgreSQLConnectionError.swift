/// A server's rejection of a connection, parsed from a long message of libpq: `…: FATAL:  28P01: password
/// authentication failed for user "shop"`, followed by a line with the place in the server's source.
struct PostgreSQLConnectionError {
  /// The SQLSTATE.
  let state: String
  let message: String

  /// Returns `nil` for a message that does not come from a server.
  init?(_ text: String) {
    // With several servers, the last one counts.
    let lines = text.split(whereSeparator: \.isNewline)
    for index in lines.indices.reversed() {
      // A word in the server's language precedes the state.
      guard let end = lines[index].firstRange(of: ":  ")?.upperBound else { continue }
      let parts = lines[index][end...].split(separator: ": ", maxSplits: 1)
      guard parts.count == 2, parts[0].count == 5,
        parts[0].allSatisfy({ $0.isASCII && ($0.isNumber || $0.isUppercase) }),
        lines[index...].dropFirst().allSatisfy({ Self.isAbout($0) })
      else { continue }
      (state, message) = (String(parts[0]), String(parts[1]))
      return
    }
    return nil
  }

  /// Returns whether a line adds details to the previous one: `LOCATION:  auth_failed, auth.c:326`.
  private static func isAbout(_ line: Substring) -> Bool {
    guard let end = line.firstRange(of: ":  ")?.lowerBound else { return false }
    return !line[..<end].contains(" ")
  }
}
