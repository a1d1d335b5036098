/// A database address in libpq's keyword format: `host=db.example dbname=shop password='a b'`.
struct DatabaseWords {
  /// The keywords with their values, in order; `text` is the original notation.
  private(set) var pairs: [(key: String, value: String, text: String)] = []
  /// Whether the whole text could be parsed.
  private(set) var isWhole = true

  /// The keywords that such an address can begin with.
  static let words: Set<String> = [
    "application_name", "connect_timeout", "dbname", "host", "hostaddr", "options", "passfile",
    "password", "port", "schema", "service", "sslcert", "sslkey", "sslmode", "sslrootcert",
    "target_session_attrs", "user",
  ]

  /// Returns `nil` if the text does not begin like an address.
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

  /// Returns a value that is in quotes or ends at a space. Returns `nil` if a quote is not closed.
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
