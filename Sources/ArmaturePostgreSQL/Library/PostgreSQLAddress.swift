import ArmatureModel

/// Where a database is, as libpq reads it, and how it is named without its password.
struct PostgreSQLAddress: Sendable {
  /// The address as it was given, with all secrets.
  let text: String
  /// The server and the database for people: `postgresql://shop.example:5432/shop`.
  let name: String

  /// - Throws: ``PostgreSQLStoreError/unfitAddress(reason:)``.
  init(_ text: String, _ library: PostgreSQLLibrary) throws {
    self.text = text
    var words: UnsafeMutablePointer<CChar>?
    guard !text.utf8.contains(0) else {
      throw PostgreSQLStoreError.unfitAddress(reason: "this one has the character zero")
    }
    guard let options = library.parseAddress(text, &words) else {
      defer { library.freeMemory(words) }
      let message = words.map { String(cString: $0) } ?? "it cannot be read"
      throw PostgreSQLStoreError.unfitAddress(reason: "it says: \(message.withoutSecrets)")
    }
    defer { library.freeAddress(options) }
    let host = Self.option("host", in: options) ?? Self.option("hostaddr", in: options)
    // A sign in a password that is not written as % and its number makes the rest of it the name of a host.
    if host?.contains("@") == true {
      throw PostgreSQLStoreError.unfitAddress(
        reason:
          "this one has a second @; write one in a password as %40, and other signs of addresses likewise"
      )
    }
    let port = Self.option("port", in: options)
    guard (port ?? "").allSatisfy({ $0.isASCII && $0.isNumber || $0 == "," }) else {
      throw PostgreSQLStoreError.unfitAddress(
        reason:
          "the port of this one is no number; write a / in a password as %2F, and other signs likewise"
      )
    }
    if Self.option("dbname", in: options)?.contains("@") == true {
      throw PostgreSQLStoreError.unfitAddress(
        reason:
          "the name of its database has an @; write a / in a password as %2F, and other signs likewise"
      )
    }
    name = PostgreSQLPlace.name(
      host: host, port: port,
      database: Self.option("dbname", in: options) ?? Self.option("user", in: options))
  }

  /// The value of an option in the memory that libpq has made: structures of six addresses and a number, of which the
  /// first is that of the name, and the fourth that of the value.
  private static func option(_ name: String, in options: UnsafeMutableRawPointer) -> String? {
    let stride = 7 * MemoryLayout<UnsafeRawPointer?>.size
    var option = UnsafeRawPointer(options)
    while let key = option.load(as: UnsafePointer<CChar>?.self) {
      if String(cString: key) == name {
        let value = option.load(
          fromByteOffset: 3 * MemoryLayout<UnsafeRawPointer?>.size, as: UnsafePointer<CChar>?.self)
        let text = value.map { String(cString: $0) } ?? ""
        return text.isEmpty ? nil : text
      }
      option += stride
    }
    return nil
  }
}

extension String {
  /// The text without secrets. The name of an unknown parameter is no secret.
  fileprivate var withoutSecrets: String {
    let isName = ["invalid URI query parameter: \"", "invalid connection option \""].contains {
      hasPrefix($0)
        && dropFirst($0.count).prefix { $0 != "\"" }.allSatisfy { $0.isLetter || $0 == "_" }
    }
    return isName ? self : withoutQuotes
  }

  /// The text without what stands between its first quote and its last one, which may be a part of a password.
  fileprivate var withoutQuotes: String {
    guard let first = firstIndex(of: "\""), let last = lastIndex(of: "\""), first < last else {
      return self
    }
    return "\(self[...first])…\(self[last...])"
  }
}
