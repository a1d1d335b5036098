/// The names of tables, or of the columns of a table. SQL ignores the case of ASCII letters in names, so two names of
/// the model may collide. In this case, the second name is changed.
struct SQLNames {
  private var taken: Set<String>

  /// - Parameter reserved: Names that the library reserves.
  init(reserved: [String]) { taken = Set(reserved.map(Self.folded)) }

  /// Takes the first of some names that is not used yet. If all are used, a number is added to the last one.
  mutating func take(_ names: String...) -> String {
    for name in names where !Self.isReserved(name) && taken.insert(Self.folded(name)).inserted {
      return name
    }
    let last = names.last.map { Self.isReserved($0) ? "_\($0)" : $0 } ?? "_"
    var number = 2
    while !taken.insert(Self.folded("\(last)_\(number)")).inserted { number += 1 }
    return "\(last)_\(number)"
  }

  /// Returns whether a name is already used.
  func contains(_ name: String) -> Bool { taken.contains(Self.folded(name)) }

  /// Returns whether a database reserves a name. Tables have the same names in all databases.
  private static func isReserved(_ name: String) -> Bool { folded(name).hasPrefix("sqlite_") }

  private static func folded(_ name: String) -> String {
    String(
      decoding: name.utf8.map { 0x41...0x5A ~= $0 ? $0 + 0x20 : $0 }, as: UTF8.self)
  }
}
