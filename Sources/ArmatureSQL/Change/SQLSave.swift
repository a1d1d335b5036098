package import Armature
import ArmatureModel

/// The writer of one save to a database. The caller has begun the transaction.
///
/// The changes are made in this order:
/// 1. Members are removed from tables of pairs.
/// 2. Rows are deleted, updated and inserted, in this order. A unique value is therefore free before another row gets
///    it.
/// 3. Members are added to the lists of relationships, because all rows now exist.
///
/// Databases check uniqueness row by row. If two rows swap unique values, the first try fails, and a second try in
/// another transaction first clears the values. No savepoint is set, because the database would keep a copy of each
/// changed page.
package final class SQLSave {
  let changes: StoreChanges
  private let runs: [StoreChanges.Run]
  let database: SQLDatabase
  var schema: SQLSchema { database.schema }
  let connection: any SQLConnection
  /// The version of the changed rows.
  let version: UInt32
  private let isSecondTry: Bool
  private var writers: [String: SQLEntityWriter?] = [:]
  @exclusivity(unchecked) private var versions: [UInt32]
  /// The changes based on another state of their row, by position.
  private var conflicts: [Int] = []
  /// The deletions of rows with guarded links to them, by position.
  private var guardedDeletions: [Int] = []
  /// The error about a one-to-one link that another row already has.
  private var pairingError: (any Error)?
  /// The positions of the changes of to-many relationships.
  private let linking: [Int]
  /// Statements for many objects.
  private var kept: [CachedStatement: any SQLCursor] = [:]
  var report = ValidationReport()
  /// The keys of the deleted rows.
  private(set) lazy var deletedKeys = Set(
    runs.filter { $0.kind == .delete }.flatMap(\.positions).map(changes.key(at:)))

  /// - Parameters:
  ///   - version: A version that no row has had before.
  ///   - isSecondTry: Whether a first try has failed because of unique values.
  package init(
    _ changes: StoreChanges, _ database: SQLDatabase, _ connection: any SQLConnection,
    version: UInt32, isSecondTry: Bool
  ) {
    (self.changes, self.database, self.connection) = (changes, database, connection)
    (self.version, self.isSecondTry, runs) = (version, isSecondTry, changes.runs)
    versions = Array(repeating: 0, count: changes.count)
    linking = runs.flatMap(\.positions).filter { !changes.links(at: $0).isEmpty }
  }

  /// Writes all changes.
  ///
  /// - Returns: The new version of each changed object. The version of a deleted object is 0.
  /// - Throws: ``SQLConflicts``, a ``ValidationReport``, or an error of the database. The caller then rolls back the
  ///   transaction. If the error concerns a unique value, the caller retries once.
  package func write() throws -> [UInt32] {
    defer {
      for writer in writers.values { writer?.finish() }
      for cursor in kept.values { connection.giveBack(cursor) }
    }
    for position in linking {
      for links in changes.links(at: position) { try remove(links, of: changes.id(at: position)) }
    }
    try findGuardedPairs()
    try writeRows()
    // Otherwise links to missing rows would be written.
    try throwConflicts(conflicts)
    if let pairingError { throw pairingError }
    if report.isValid {
      try writeLinks()
      try throwConflicts(guardedDeletions)
    }
    if !report.isValid { throw report }
    return versions
  }

  private func throwConflicts(_ positions: [Int]) throws {
    if !positions.isEmpty { throw SQLConflicts(positions: Set(positions).sorted()) }
  }

  /// Finds the deletions of rows that guarded pairs of remaining rows lead to.
  private func findGuardedPairs() throws {
    for run in runs where run.kind == .delete {
      for pairs in database.guards.pairs(of: run.entityName) {
        for position in run.positions
        where try hasMembers(changes.key(at: position), pairs, besides: deletedKeys) {
          guardedDeletions.append(position)
        }
      }
    }
  }

  private func forEach(
    _ kind: StoreChange.Kind, _ body: (Int, SQLEntityWriter) throws -> Void
  ) throws {
    for run in runs where run.kind == kind {
      guard let writer = writer(of: run.entityName) else { continue }
      for position in run.positions { try body(position, writer) }
    }
  }

  private func writeRows() throws {
    try forEach(.delete) { position, writer in
      let key = changes.key(at: position)
      if try !writer.delete(key, version: changes.version(at: position)),
        let found = try writer.version(of: key)
      {
        try note(conflictAt: position, found, writer)
      }
    }
    if isSecondTry {
      try forEach(.update) { position, writer in
        if changes.hasValues(at: position) { try writer.clearUniques(changes[position]) }
      }
    }
    try forEach(.update) { position, writer in
      try attempt(position) { try update(position, writer) }
    }
    for run in runs where run.kind == .insert {
      if let writer = writer(of: run.entityName) { try insert(run.positions, writer) }
    }
  }

  /// Inserts rows, as many at a time as the database takes.
  private func insert(_ positions: Range<Int>, _ writer: SQLEntityWriter) throws {
    var rest = positions
    while !rest.isEmpty {
      let several = rest.prefix(writer.severalCount)
      if try writer.insertSeveral(several, of: changes, version: version) {
        for position in several { versions[position] = version }
      } else {
        for position in several { try attempt(position) { try insert(position, writer) } }
      }
      rest = rest.dropFirst(several.count)
    }
  }

  private func writeLinks() throws {
    for position in linking {
      for links in changes.links(at: position) { try add(links, of: changes.id(at: position)) }
    }
    for position in linking where changes.kind(at: position) != .delete {
      for links in changes.links(at: position) { try order(links, of: changes.id(at: position)) }
    }
    for run in runs where run.kind == .delete {
      for position in run.positions where try !clearLinks(to: changes.id(at: position)) {
        guardedDeletions.append(position)
      }
    }
    try checkLinks()
  }

  private func update(_ position: Int, _ writer: SQLEntityWriter) throws {
    if !changes.hasValues(at: position) {
      // Members are added and removed one by one, independently of other saves.
      if let version = try writer.version(of: changes.key(at: position)) {
        versions[position] = version
      } else {
        conflicts.append(position)
      }
    } else if try writer.update(position, of: changes, version: version) {
      versions[position] = version
    } else {
      try note(
        conflictAt: position, try writer.version(of: changes.key(at: position)), writer)
    }
  }

  /// Records a conflict of a change that has not found its row with the expected version.
  ///
  /// - Parameter found: The version of the row; `nil` if the row is missing.
  /// - Throws: An error if the row has the expected version. In this case, something in the database has discarded the
  ///   change.
  private func note(
    conflictAt position: Int, _ found: UInt32?, _ writer: SQLEntityWriter
  ) throws {
    if found == changes.version(at: position) {
      throw connection.notWritten(in: writer.table.name)
    }
    conflicts.append(position)
  }

  private func insert(_ position: Int, _ writer: SQLEntityWriter) throws {
    do {
      try writer.insert(position, of: changes, version: version)
      versions[position] = version
    } catch  where connection.violation(error) == .key {
      conflicts.append(position)
    }
  }

  /// Makes a change. A failure is recorded and not thrown, so that the other changes are tried too.
  private func attempt(_ position: Int, _ body: () throws -> Void) throws {
    do {
      try body()
    } catch  where isSecondTry && connection.violation(error) == .unique {
      let failures = try uniqueFailures(of: changes[position])
      // The other row with this link may have a conflict, and therefore still keep the link.
      if failures.isEmpty, hasPairedLinks(changes.entityName(at: position)) {
        pairingError = error
      } else {
        try note(failures, of: error)
      }
    } catch  where connection.violation(error) == .required {
      try note(requiredFailures(of: changes[position]), of: error)
    }
  }

  private func hasPairedLinks(_ entity: String) -> Bool {
    schema.table(of: entity).map { !$0.pairedLinks.isEmpty } ?? false
  }

  /// Records the failures behind a database error. Rethrows an error without failures.
  private func note(_ failures: [ValidationFailure], of error: any Error) throws {
    if failures.isEmpty { throw error }
    report.merge(ValidationReport(failures))
  }

  func writer(of entity: String) -> SQLEntityWriter? {
    if let writer = writers[entity] { return writer }
    let writer = schema.model[entity].flatMap { SQLEntityWriter($0, database, connection) }
    writers[entity] = writer
    return writer
  }

  /// Runs a statement that is prepared once for all objects.
  ///
  /// - Parameters:
  ///   - statement: The statement, which has a parameter for each of the numbers.
  ///   - visit: A closure that receives each row of the result.
  /// - Returns: The number of changed rows.
  @discardableResult func run(
    _ name: CachedStatement, _ numbers: Int64..., statement: () -> SQLStatement,
    visit: (any SQLRow) -> Void = { _ in }
  ) throws -> Int {
    let cursor = try kept[name] ?? connection.prepare(statement().text)
    kept[name] = cursor
    for (place, number) in numbers.enumerated() { cursor.bind(number, at: place) }
    defer { cursor.reset() }
    while try cursor.step() { visit(cursor) }
    return cursor.changeCount
  }
}

/// A statement that a save runs for many objects.
enum CachedStatement: Hashable {
  /// Adds a member to a table of pairs, or removes it. Both sides of a relationship share the table, but each has its
  /// own column for the owner.
  case add(String, owner: String)
  case remove(String, owner: String)
  /// Reads the members of an object.
  case members(String, owner: String)
  /// Moves a member of a list to another position, or gives a new member its position.
  case move(String, owner: String, place: String, isNew: Bool)
  /// Clears the links to a deleted object in a column.
  case clear(table: Int, column: Int)
}

/// The changes of a save that are based on another state of their rows, given by position.
package struct SQLConflicts: Error {
  package let positions: [Int]

  package init(positions: [Int]) { self.positions = positions }
}

/// The table and the columns that store the order of a list.
package struct SQLListOrder: Hashable {
  package let table: String
  package let owner: String
  package let member: String
  package let place: String

  /// Creates the order of a to-many relationship; returns `nil` for an unordered one.
  package init?(_ kept: SQLPlace, _ schema: SQLSchema) {
    switch kept {
    case .column(let members):
      guard let order = members.link.order else { return nil }
      let columns = schema.tables[members.table].columns
      (table, member) = (schema.tables[members.table].name, SQLTable.key)
      (owner, place) = (columns[members.link.key].name, columns[order].name)
    case .pairs(let pairs):
      guard let order = pairs.order else { return nil }
      (table, owner, member, place) = (pairs.name, pairs.owner, pairs.member, order)
    case .value, .link: return nil
    }
  }
}
