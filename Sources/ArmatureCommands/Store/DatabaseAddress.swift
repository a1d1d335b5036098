/// The address of a database of PostgreSQL that stands where a file may stand, and its name without secrets.
struct DatabaseAddress {
  /// What libpq reads.
  let text: String
  /// The schema of the store, which the address may name: `?schema=shop`.
  let schema: String
  /// The server and the database for people: `postgresql://shop.example:5432/shop`.
  let name: String

  private static let schemes = ["postgresql://", "postgres://"]

  /// Fails for what is the path of a file.
  init?(_ operand: String) {
    guard let scheme = Self.schemes.first(where: operand.hasPrefix) else { return nil }
    let parts = operand.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let options = parts.dropFirst().flatMap { $0.split(separator: "&") }
    let schemas = options.compactMap { option in
      option.hasPrefix("schema=") ? option.dropFirst("schema=".count) : nil
    }
    schema = schemas.last.map(String.init) ?? "public"
    // libpq knows no such option.
    let others = options.filter { !$0.hasPrefix("schema=") }
    text = parts[0] + (others.isEmpty ? "" : "?\(others.joined(separator: "&"))")
    let place = Self.place(operand.dropFirst(scheme.count)) ?? "…"
    name = "postgresql://\(place)" + (schemas.isEmpty ? "" : ", schema \(schema)")
  }

  /// The hosts and the database; `nil` if a part of a password may be among them, since signs of addresses stand in it.
  private static func place(_ rest: Substring) -> String? {
    let login = rest.prefix { !"/?#".contains($0) }
    let database = rest.dropFirst(login.count).prefix { $0 != "?" }
    let parts = login.split(separator: "@", omittingEmptySubsequences: false)
    if database.contains("@") || parts.count > 2 || parts.count < 2 && rest.contains("@") {
      return nil
    }
    let hosts = parts.last ?? ""
    // What stands behind a host is a port.
    for host in hosts.split(separator: ",") where !host.contains("]") {
      let port = host.drop { $0 != ":" }.dropFirst()
      if !port.allSatisfy({ $0.isASCII && $0.isNumber }) { return nil }
    }
    return "\(hosts)\(database)"
  }
}
