import ArmatureModel
import ArmaturePostgreSQL

/// The address of a PostgreSQL database, which the user can give in place of a file. Its display name contains no
/// secrets.
struct DatabaseAddress {
  /// The address for libpq.
  let text: String
  /// The schema of the store. An address can name it with `?schema=shop`, or with `schema=shop` among keywords.
  let schema: String
  /// The server and the database for display: `postgresql://shop.example:5432/shop`.
  let name: String

  private static let schemes = ["postgresql://", "postgres://"]

  /// Returns `nil` if the operand is the path of a file.
  init?(_ operand: String) {
    if let scheme = Self.schemes.first(where: operand.hasPrefix) {
      self.init(operand, scheme)
    } else if let words = DatabaseWords(operand) {
      let schemas = words.pairs.filter { $0.key == "schema" }
      // libpq does not know this keyword.
      self.init(
        words.pairs.filter { $0.key != "schema" }.map(\.text).joined(separator: " "),
        schemas.last?.value,
        words.isWhole
          ? Self.place(Dictionary(words.pairs.map { ($0.key, $0.value) }) { $1 }) : nil)
    } else {
      return nil
    }
  }

  private init(_ url: String, _ scheme: String) {
    let parts = url.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let options = parts.dropFirst().flatMap { $0.split(separator: "&") }
    let pairs = options.map { option in
      let pair = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (text: option, key: pair[0], value: pair.dropFirst().first?.withoutPercents ?? "")
    }
    let others = pairs.filter { $0.key != "schema" }.map(\.text)
    self.init(
      parts[0] + (others.isEmpty ? "" : "?\(others.joined(separator: "&"))"),
      pairs.last { $0.key == "schema" }?.value,
      Self.login(url.dropFirst(scheme.count)).flatMap { login in
        Self.place(login.merging(pairs.map { (String($0.key), $0.value) }) { $1 })
      })
  }

  /// - Parameter place: The name of the server and of the database. It is `nil` if it could contain a part of a
  ///   password.
  private init(_ text: String, _ schema: String?, _ place: String?) {
    (self.text, self.schema) = (text, schema ?? "public")
    name = (place ?? "postgresql://…") + (schema.map { ", schema \($0)" } ?? "")
  }

  /// Returns the display name for options of libpq. Returns `nil` if the name could contain a part of a password.
  private static func place(_ options: [String: String]) -> String? {
    func option(_ name: String) -> String? { options[name].flatMap { $0.isEmpty ? nil : $0 } }
    let name = PostgreSQLPlace.name(
      host: option("host") ?? option("hostaddr"), port: option("port"),
      database: option("dbname") ?? option("user"))
    return name.contains("@") ? nil : name
  }

  /// Returns the user, hosts, ports and database of a URL. Returns `nil` if unexpected separators suggest that they
  /// contain a part of a password.
  private static func login(_ rest: Substring) -> [String: String]? {
    let login = rest.prefix { !"/?#".contains($0) }
    let database = rest.dropFirst(login.count).prefix { $0 != "?" }.drop { $0 == "/" }
    let parts = login.split(separator: "@", omittingEmptySubsequences: false)
    if database.contains("@") || database.contains("#") || parts.count > 2
      || parts.count < 2 && rest.contains("@")
    {
      return nil
    }
    var (hosts, ports) = ([String](), [String]())
    for place in (parts.last ?? "").split(separator: ",", omittingEmptySubsequences: false) {
      let isNumber = place.hasPrefix("[")
      let host = isNumber ? place.dropFirst().prefix { $0 != "]" } : place.prefix { $0 != ":" }
      // A port follows the host.
      let port = place.dropFirst(host.count + (isNumber ? 2 : 0)).dropFirst()
      if !port.allSatisfy({ $0.isASCII && $0.isNumber }) { return nil }
      hosts.append(host.withoutPercents)
      ports.append(String(port))
    }
    return [
      "host": hosts.joined(separator: ","),
      "port": ports.allSatisfy(\.isEmpty) ? "" : ports.joined(separator: ","),
      "dbname": database.withoutPercents,
      "user": parts.count == 2 ? parts[0].prefix { $0 != ":" }.withoutPercents : "",
    ]
  }

  /// Returns the beginning of an operand that is probably a misspelled address, and not a file name. A possible
  /// password is removed.
  static func misspelling(_ operand: String) -> String? {
    let word = operand.prefix { $0.isLetter || $0 == "_" }
    let rest = operand.dropFirst(word.count)
    let name = word.lowercased()
    if rest.hasPrefix("://") { return "\(word)://" }
    if rest.hasPrefix(":"), name.hasPrefix("postgres") || DatabaseWords.words.contains(name) {
      return "\(word):"
    }
    return rest.hasPrefix("=") && DatabaseWords.words.contains(name) ? "\(word)=" : nil
  }
}

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
