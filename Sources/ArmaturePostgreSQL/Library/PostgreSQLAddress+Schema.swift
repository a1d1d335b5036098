import ArmatureModel

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
