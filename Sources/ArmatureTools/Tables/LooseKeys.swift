import ArmatureModel

/// Columns that by their names lead to rows of other tables by the numbers of these, and are no foreign keys.
///
/// What such a column has would mean nothing without the numbers.
struct LooseKeys {
  /// The first of the columns that lead to each table, by the name of the table.
  private var referring: [String: Place] = [:]
  private var all: Set<Place> = []

  struct Place: Hashable {
    let table: String
    let column: String
  }

  /// Names of numbers of rows that say nothing of the table.
  private static let usual: Set<String> = ["id", "rowid", "oid", "key", "pk", "nr", "no", "number"]

  init(in tables: [ForeignTable]) {
    var places: [String: [Place]] = [:]
    for table in tables {
      let linked = Set(table.links.flatMap(\.columns))
      for column in table.columns where !linked.contains(column.name) {
        guard [nil, .int64].contains(TableTypes.type(of: column.type)) else { continue }
        for ending in Self.endings(of: column.name) {
          places[ending, default: []].append(Place(table: table.name, column: column.name))
        }
      }
    }
    for table in tables {
      // One that is a foreign key itself is not lost.
      guard let number = table.rowNumber,
        !table.links.contains(where: { $0.columns.contains(number) })
      else { continue }
      for name in Self.names(ofKeysTo: table.name, number) {
        for place in places[name] ?? []
        where place != Place(table: table.name, column: number) {
          if referring[table.name] == nil { referring[table.name] = place }
          all.insert(place)
        }
      }
    }
  }

  /// A column that leads to rows of a table.
  func first(to table: ForeignTable) -> Place? { referring[table.name] }

  func isReferredTo(_ table: ForeignTable) -> Bool { referring[table.name] != nil }

  /// Whether a column leads to rows of a table.
  func contains(_ column: String, of table: ForeignTable) -> Bool {
    all.contains(Place(table: table.name, column: column))
  }

  /// What columns are called that lead to a table, in small letters alone.
  private static func names(ofKeysTo table: String, _ number: String) -> Set<String> {
    let number = plain(number)
    var names: Set<String> = usual.contains(number) ? [] : [number]
    for name in [table, ImportNames.singular(table)].map(plain) {
      names.formUnion([name + "id", name + "key", name + "fk", name + number])
    }
    return names
  }

  private static func plain(_ name: some StringProtocol) -> String {
    name.lowercased().replacing("_", with: "")
  }

  /// A name, and what is left of it without its first words: `billing_customer_id` ends in `customerid`.
  private static func endings(of name: String) -> Set<String> {
    var endings: Set<String> = []
    var last: Character = "_"
    for place in name.indices {
      let character = name[place]
      if last == "_" || last.isLowercase && character.isUppercase {
        endings.insert(plain(name[place...]))
      }
      last = character
    }
    return endings
  }
}
