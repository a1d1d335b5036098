import Armature
import ArmatureModel
import ArmatureSQL

/// Conversion of server errors to failures of objects and properties.
extension PostgreSQLSave {
  /// Tries each row separately, in a transaction that is rolled back, and throws the failures.
  ///
  /// Without failures, the conflict has disappeared meanwhile, and the save continues.
  func explain() throws {
    let explainer = explainer()
    var report = ValidationReport()
    for position in 0..<changes.count where changes.kind(at: position) != .delete {
      report.merge(ValidationReport(explainer.requiredFailures(of: changes[position])))
    }
    let hasIndexes = schema.tables.contains {
      !$0.indexedColumns.isEmpty
        && (groups.inserts[$0.position] != nil || groups.updates[$0.position] != nil)
    }
    if hasIndexes {
      try connection.send("SAVEPOINT \"explaining\"")
      try clearUniques()
      try deleteRows()
      for (table, positions) in groups.updates.sorted(by: { $0.key < $1.key })
      where !schema.tables[table].indexedColumns.isEmpty {
        for position in positions where changes.hasValues(at: position) {
          report.merge(ValidationReport(try indexFailures(at: position, table, explainer)))
        }
      }
      // Rows without unique values are tried, too, because a unique link to such a row may fail.
      for table in insertionOrder {
        for position in groups.inserts[table] ?? [] {
          report.merge(ValidationReport(try indexFailures(at: position, table, explainer)))
        }
      }
      try connection.rollBackToSavepoint("explaining")
    }
    if !report.isValid { throw report }
  }

  /// Writes one row, and returns the failures of duplicate values, or of a value that is too long for an index.
  private func indexFailures(
    at position: Int, _ table: Int, _ explainer: SQLSave
  ) throws -> [ValidationFailure] {
    try connection.send("SAVEPOINT \"row\"")
    try connection.receiveFine()
    do {
      if changes.kind(at: position) == .insert {
        try insertAlone(position, schema.tables[table])
      } else {
        try update(position, schema.tables[table])
      }
      try connection.receiveFine()
      try connection.send("RELEASE SAVEPOINT \"row\"")
      return []
    } catch let error as PostgreSQLStoreError where error.violation != nil {
      try connection.rollBackToSavepoint("row")
      return switch error.violation {
      case .unique: try explainer.uniqueFailures(of: changes[position])
      case .size: sizeFailures(at: position, schema.tables[table])
      // Links to rows inserted later do not fail.
      default: []
      }
    }
  }

  /// Returns the failure of the longest value that a change assigns to an indexed column.
  private func sizeFailures(at position: Int, _ table: SQLTable) -> [ValidationFailure] {
    let places = schema.places[changes.entityName(at: position)] ?? []
    var longest: (property: Int, value: AttributeValue, size: Int)?
    changes.forEachValue(at: position) { property, value in
      guard places.indices.contains(property) else { return }
      encode(value, places[property], property, position) { column, encoded in
        guard table.indexedColumns.contains(column), encoded.size > longest?.size ?? 0 else {
          return
        }
        longest = (property, value, encoded.size)
      }
    }
    return longest.flatMap { longest in
      failure(longest.property, longest.value, position) { place in
        """
        \(place) must fit into an index of PostgreSQL, which takes about 2,700 bytes, but has \(longest.size). \
        Shorten it, or take it out of all that are Index or Unique in the model.
        """
      }
    }.map { [$0] } ?? []
  }
}

extension SQLTable {
  /// The columns in the indexes of the model.
  fileprivate var indexedColumns: Set<Int> {
    Set(uniques.flatMap(\.columns) + indexes.flatMap { $0.elements.map(\.column) })
  }
}

extension SQLValue {
  /// The number of bytes of a value of variable size.
  fileprivate var size: Int {
    switch self {
    case .text(let text): text.utf8.count
    case .blob(let data): data.count
    default: 0
    }
  }
}
