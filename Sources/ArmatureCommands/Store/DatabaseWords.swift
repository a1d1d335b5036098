/// The address of a database as libpq reads it in words: `host=db.example dbname=shop password='a b'`.
struct DatabaseWords {
  /// The words with their values, in their order; `text` is how both are written.
  private(set) var pairs: [(key: String, value: String, text: String)] = []
  /// Whether all could be read.
  private(set) var isWhole = true

  /// The words that such an address begins with.
  static let words: Set<String> = [
    "application_name", "connect_timeout", "dbname", "host", "hostaddr", "options", "passfile",
    "password", "port", "schema", "service", "sslcert", "sslkey", "sslmode", "sslrootcert",
    "target_session_attrs", "user",
  ]

  /// Fails for a text that does not begin as an address does.
  init?(_ text: String) {
    var rest = text[...].drop(while: \.isWhitespace)
    let first = rest.prefix { $0 != "=" && !$0.isWhitespace }
    guard Self.words.contains(String(first)),
      rest.dropFirst(first.count).drop(while: \.isWhitespace).first == "="
    else { return nil }
    while !rest.isEmpty {
      let start = rest.startIndex
      let key = rest.prefix { $0 != "=" && !$0.isWhitespace }
      rest = rest.dropFirst(key.count).drop(while: \.isWhitespace)
      guard rest.popFirst() == "=", let value = Self.value(&rest) else {
        pairs.append((String(key), "", String(text[start...])))
        isWhole = false
        return
      }
      pairs.append((String(key), value, String(text[start..<rest.startIndex])))
      rest = rest.drop(while: \.isWhitespace)
    }
  }

  /// A value, in quotes or up to a blank; `nil` for one whose quote does not end.
  private static func value(_ rest: inout Substring) -> String? {
    rest = rest.drop(while: \.isWhitespace)
    let isQuoted = rest.first == "'"
    if isQuoted { rest.removeFirst() }
    var value = ""
    while let sign = rest.first, isQuoted || !sign.isWhitespace {
      rest.removeFirst()
      if isQuoted, sign == "'" { return value }
      guard sign == "\\" else {
        value.append(sign)
        continue
      }
      if let next = rest.popFirst() { value.append(next) }
    }
    return isQuoted ? nil : value
  }
}
