import ArmatureModel

extension PostgreSQLAddress {
  /// An address without the schema that it names, which libpq does not know, and that schema: the last one of
  /// `postgresql://db.example/shop?schema=new`, or of `dbname=shop schema=new`.
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
    // A word in quotes may have anything in it, and needs the words of libpq.
    if address.contains("'") { return (address, nil) }
    let words = address.split(separator: " ")
    guard let schema = words.last(where: { $0.hasPrefix("schema=") }) else { return (address, nil) }
    return (
      words.filter { !$0.hasPrefix("schema=") }.joined(separator: " "),
      String(schema.dropFirst("schema=".count))
    )
  }
}
