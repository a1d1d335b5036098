import ArmatureModel

/// The address of a database, parsed by libpq, and its name without the password.
struct PostgreSQLAddress: Sendable {
  /// The address as given, with all secrets.
  let text: String
  /// The name of the server and the database for messages: `postgresql://shop.example:5432/shop`.
  let name: String
  /// The hosts, if the address names several.
  let hosts: [Host]
  /// The accepted kinds of servers, in the order of preference. The text of the address is one of them.
  let sessions: [String?]
  /// Whether only a server that can be written to is accepted.
  let needsWriting: Bool
  /// The maximum time to wait for one of several hosts; `nil` for the default.
  let hostTimeout: Duration?
  /// Whether the hosts are tried in random order.
  let balancesHosts: Bool

  /// One of several hosts.
  struct Host: Hashable, Sendable {
    /// Its name or the folder of its socket, its number, and its port, as far as the address contains them.
    let name: String?
    let number: String?
    let port: String?
  }

  /// - Throws: ``PostgreSQLStoreError/invalidAddress(reason:)``.
  init(_ text: String, _ library: PostgreSQLLibrary) throws {
    self.text = text
    var words: UnsafeMutablePointer<CChar>?
    guard !text.utf8.contains(0) else {
      throw PostgreSQLStoreError.invalidAddress(reason: "this one has the character zero")
    }
    guard let options = library.parseAddress(text, &words) else {
      defer { library.freeMemory(words) }
      let message = words.map { String(cString: $0) } ?? "it cannot be read"
      throw PostgreSQLStoreError.invalidAddress(reason: "it says: \(message.withoutSecrets)")
    }
    defer { library.freeAddress(options) }
    let hostNames = Self.option("host", in: options)
    let host = hostNames ?? Self.option("hostaddr", in: options)
    // An unescaped special character in a password makes the rest of it the name of a host.
    if host?.contains("@") == true {
      throw PostgreSQLStoreError.invalidAddress(
        reason:
          "this one has a second @; write @ in a password as %40, and other special characters "
          + "likewise"
      )
    }
    let port = Self.option("port", in: options)
    guard (port ?? "").allSatisfy({ $0.isASCII && $0.isNumber || $0 == "," }) else {
      throw PostgreSQLStoreError.invalidAddress(
        reason:
          "the port of this one is not a number; write / in a password as %2F, and other "
          + "special characters likewise"
      )
    }
    if Self.option("dbname", in: options)?.contains("@") == true {
      throw PostgreSQLStoreError.invalidAddress(
        reason:
          "the name of its database has an @; write / in a password as %2F, and other special "
          + "characters likewise"
      )
    }
    name = PostgreSQLPlace.name(
      host: host, port: port,
      database: Self.option("dbname", in: options) ?? Self.option("user", in: options))
    hosts = Self.hosts(hostNames, Self.option("hostaddr", in: options), port)
    let session = Self.option("target_session_attrs", in: options)
    // A single host cannot be preferred to another one, so the hosts are tried twice.
    sessions = session == "prefer-standby" ? ["standby", "any"] : [nil]
    needsWriting = session == "read-write" || session == "primary"
    hostTimeout = Self.option("connect_timeout", in: options).flatMap { Int($0) }
      .flatMap { $0 > 0 ? .seconds($0) : nil }
    balancesHosts = Self.option("load_balance_hosts", in: options) == "random"
  }

  /// Returns the hosts if there are several, and each has a name or a number. Otherwise libpq interprets the lists.
  private static func hosts(_ names: String?, _ numbers: String?, _ ports: String?) -> [Host] {
    func parts(_ list: String?) -> [String]? {
      list?.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let (names, numbers, ports) = (parts(names), parts(numbers), parts(ports))
    let count = (names ?? numbers ?? []).count
    guard count > 1, (numbers ?? names)?.count == count,
      ports.map({ [1, count].contains($0.count) }) != false,
      !(names ?? []).contains(""), !(numbers ?? []).contains("")
    else { return [] }
    return (0..<count).map { place in
      let port = ports.map { $0.count == count ? $0[place] : $0[0] }
      return Host(
        name: names?[place], number: numbers?[place], port: port.map { $0.isEmpty ? "5432" : $0 })
    }
  }

  /// Returns the value of an option in libpq's memory. It is an array of structures with six pointers and a number; the
  /// first pointer is the name, and the fourth is the value.
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
  /// The text without secrets. The name of an unknown parameter is not secret.
  fileprivate var withoutSecrets: String {
    let isName = ["invalid URI query parameter: \"", "invalid connection option \""].contains {
      hasPrefix($0)
        && dropFirst($0.count).prefix { $0 != "\"" }.allSatisfy { $0.isLetter || $0 == "_" }
    }
    return isName ? self : withoutQuotes
  }

  /// The text without the part between its first and last quote, which may be a part of a password.
  fileprivate var withoutQuotes: String {
    guard let first = firstIndex(of: "\""), let last = lastIndex(of: "\""), first < last else {
      return self
    }
    return "\(self[...first])…\(self[last...])"
  }
}

extension PostgreSQLAddress {
  /// Splits an address into the part for libpq and the schema, which libpq does not know: the last one in
  /// `postgresql://db.example/shop?schema=new` or in `dbname=shop schema=new`.
  static func parts(of address: String) -> (address: String, schema: String?) {
    if address.hasPrefix("postgresql://") || address.hasPrefix("postgres://") {
      let parts = address.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { return (address, nil) }
      let options = parts[1].split(separator: "&", omittingEmptySubsequences: false)
      let others = options.filter { !$0.hasPrefix("schema=") }
      let schema = options.last { $0.hasPrefix("schema=") }?.dropFirst("schema=".count)
      let rest = others.isEmpty ? "" : "?" + others.joined(separator: "&")
      return schema == nil ? (address, nil) : (parts[0] + rest, schema?.withoutPercents)
    }
    // A quoted value may contain anything, and only libpq can parse it.
    if address.contains("'") { return (address, nil) }
    let words = address.split(separator: " ")
    guard let schema = words.last(where: { $0.hasPrefix("schema=") }) else { return (address, nil) }
    return (
      words.filter { !$0.hasPrefix("schema=") }.joined(separator: " "),
      String(schema.dropFirst("schema=".count))
    )
  }
}
