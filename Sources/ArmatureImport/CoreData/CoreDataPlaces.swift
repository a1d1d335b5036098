import Armature

/// The source row of each record.
struct CoreDataPlaces {
  private var rows: [Row] = []
  private let file: String

  private struct Row {
    let entity: String
    let key: Int64
  }

  /// - Parameter file: The name of the store.
  init(file: String) { self.file = file }

  /// Records the source row of the next record. Each record takes one line.
  mutating func add(_ entity: String, _ key: Int64) { rows.append(Row(entity: entity, key: key)) }

  /// Returns the place of the record on a line: `Shop.sqlite (Product, row 12)`.
  func place(ofLine line: Int) -> InputPosition {
    guard rows.indices.contains(line - 1) else { return InputPosition(file: file) }
    let row = rows[line - 1]
    return InputPosition(file: file, path: "\(row.entity), row \(row.key)")
  }
}
