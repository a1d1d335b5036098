package import Armature
import ArmatureModel

/// Writes one transaction to a database, in a transaction of the database that somebody has begun.
///
/// Rows go first, then change, then come, so that what is unique is free for who gets it; the lists of
/// relationships follow, when all rows are there. What two rows swap is taken out first, in a second try:
/// databases look at what is unique row by row.
package final class SQLSave {
  let transaction: StoreTransaction
  let database: SQLDatabase
  var schema: SQLSchema { database.schema }
  let connection: any SQLConnection
  /// The version that changed rows get.
  let version: UInt32
  private var writers: [String: SQLEntityWriter?] = [:]
  /// The writer that was needed last: most changes are of the entity of the one before.
  private var lastWriter: SQLEntityWriter?
  private var versions: [UInt32]
  /// The changes that are based on another state of their row.
  private var conflicts: [Int] = []
  /// The objects that are inserted.
  private(set) var inserted: Set<Int64> = []
  var report = ValidationReport()

  /// - Parameter version: A number that no row has had as its version.
  package init(
    _ transaction: StoreTransaction, _ database: SQLDatabase, _ connection: any SQLConnection,
    version: UInt32
  ) {
    (self.transaction, self.database, self.connection) = (transaction, database, connection)
    self.version = version
    versions = Array(repeating: 0, count: transaction.changes.count)
  }

  /// Makes all changes.
  ///
  /// - Returns: The new version of each changed object; 0 for deleted ones.
  /// - Throws: ``StoreConflicts``, a ``ValidationReport``, or an error of the database. Whoever has begun the
  ///   transaction takes it back then.
  package func write() throws -> [UInt32] {
    defer { for writer in writers.values { writer?.finish() } }
    try connection.run("SAVEPOINT \(name: Self.savepoint)")
    do {
      try writeChanges(isSecondTry: false)
    } catch  where connection.violation(error) == .unique {
      try takeBack()
      try writeChanges(isSecondTry: true)
    }
    if !conflicts.isEmpty {
      let positions = conflicts
      try takeBack()
      throw try StoreConflicts(
        positions.map { position in
          let id = transaction.changes[position].id
          return StoreConflicts.Conflict(id, current: try writer(of: id)?.row(of: id))
        })
    }
    if !report.isValid { throw report }
    return versions
  }

  private static let savepoint = "changes"

  private func takeBack() throws {
    try connection.run("ROLLBACK TO \(name: Self.savepoint)")
    (conflicts, inserted, report) = ([], [], ValidationReport())
  }

  private func writeChanges(isSecondTry: Bool) throws {
    let changes = transaction.changes
    let positions = Dictionary(grouping: changes.indices) { changes[$0].kind }
    func forEach(
      _ kind: StoreChange.Kind, _ body: (Int, StoreChange, SQLEntityWriter) throws -> Void
    )
      throws
    {
      for position in positions[kind] ?? [] {
        guard let writer = writer(of: changes[position].id) else { continue }
        try body(position, changes[position], writer)
      }
    }
    try forEach(.delete) { position, change, writer in
      if try !writer.delete(change), try writer.version(of: change.id) != nil {
        conflicts.append(position)
      }
    }
    if isSecondTry {
      try forEach(.update) { _, change, writer in
        if !change.values.isEmpty { try writer.clearUniques(change) }
      }
    }
    try forEach(.update) { position, change, writer in
      try attempt(change, isSecondTry) { try update(position, change, writer) }
    }
    try forEach(.insert) { position, change, writer in
      try attempt(change, isSecondTry) { try insert(position, change, writer) }
    }
    // The rest would be about rows that are not there.
    if !conflicts.isEmpty || !report.isValid { return }
    let linking = changes.indices.filter {
      changes[$0].kind != .delete && !changes[$0].links.isEmpty
    }
    for position in linking {
      for links in changes[position].links { try write(links, of: changes[position].id) }
    }
    for position in linking {
      for links in changes[position].links { try order(links, of: changes[position].id) }
    }
    for position in positions[.delete] ?? [] { try clearLinks(to: changes[position].id) }
    try checkLinks()
  }

  private func update(_ position: Int, _ change: StoreChange, _ writer: SQLEntityWriter) throws {
    if change.values.isEmpty {
      // Members come and go one by one, whatever others did.
      if let version = try writer.version(of: change.id) {
        versions[position] = version
      } else {
        conflicts.append(position)
      }
    } else if try writer.update(change, version: version) {
      versions[position] = version
    } else {
      conflicts.append(position)
    }
  }

  private func insert(_ position: Int, _ change: StoreChange, _ writer: SQLEntityWriter) throws {
    do {
      try writer.insert(change, version: version)
      versions[position] = version
      inserted.insert(change.id.key)
    } catch  where connection.violation(error) == .key {
      conflicts.append(position)
    }
  }

  /// Makes a change, and notes it if it breaks what must be unique: the others are looked at, too.
  private func attempt(
    _ change: StoreChange, _ isSecondTry: Bool, _ body: () throws -> Void
  ) throws {
    do {
      try body()
    } catch  where isSecondTry && connection.violation(error) == .unique {
      try note(uniqueFailures(of: change), of: error)
    } catch  where connection.violation(error) == .required {
      try note(requiredFailures(of: change), of: error)
    }
  }

  /// Notes what an error of the database means; one that the model has no word for must not be passed over.
  private func note(_ failures: [ValidationFailure], of error: any Error) throws {
    if failures.isEmpty { throw error }
    report.merge(ValidationReport(failures))
  }

  func writer(of id: ManagedObjectID) -> SQLEntityWriter? {
    if let lastWriter, lastWriter.entity.name == id.entityName { return lastWriter }
    defer { lastWriter = writers[id.entityName] ?? nil }
    if let writer = writers[id.entityName] { return writer }
    let writer = schema.model[id.entityName].flatMap { SQLEntityWriter($0, database, connection) }
    writers[id.entityName] = writer
    return writer
  }
}
