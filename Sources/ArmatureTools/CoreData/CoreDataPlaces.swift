import Armature

/// Which row of a store each record was.
struct CoreDataPlaces {
  private var rows: [Row] = []
  private let file: String

  private struct Row {
    let entity: String
    let key: Int64
  }

  /// - Parameter file: The name of the store.
  init(file: String) { self.file = file }

  /// Says that the next record, on a line of its own, is a row of an entity.
  mutating func add(_ entity: String, _ key: Int64) { rows.append(Row(entity: entity, key: key)) }

  /// The place of the record on a line: `Shop.sqlite (Product, row 12)`.
  func place(ofLine line: Int) -> InputPosition {
    guard rows.indices.contains(line - 1) else { return InputPosition(file: file) }
    let row = rows[line - 1]
    return InputPosition(file: file, path: "\(row.entity), row \(row.key)")
  }
}
