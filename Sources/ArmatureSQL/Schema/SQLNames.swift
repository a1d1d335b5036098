/// The names that tables, or the columns of one, have got: databases do not tell letters of ASCII apart by
/// case, so two of the model's names may need another one.
struct SQLNames {
  private var taken: Set<String>

  /// - Parameter reserved: Names that are the library's own.
  init(reserved: [String]) { taken = Set(reserved.map(Self.folded)) }

  /// The first of some names that nobody has, or the last one with a number behind it.
  mutating func take(_ names: String...) -> String {
    for name in names where !Self.isReserved(name) && taken.insert(Self.folded(name)).inserted {
      return name
    }
    let last = names.last.map { Self.isReserved($0) ? "_\($0)" : $0 } ?? "_"
    var number = 2
    while !taken.insert(Self.folded("\(last)_\(number)")).inserted { number += 1 }
    return "\(last)_\(number)"
  }

  /// Whether somebody has a name.
  func contains(_ name: String) -> Bool { taken.contains(Self.folded(name)) }

  /// Whether SQLite keeps a name to itself.
  private static func isReserved(_ name: String) -> Bool { folded(name).hasPrefix("sqlite_") }

  private static func folded(_ name: String) -> String {
    String(
      decoding: name.utf8.map { 0x41...0x5A ~= $0 ? $0 + 0x20 : $0 }, as: UTF8.self)
  }
}
