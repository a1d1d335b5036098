import Armature
import ArmatureModel
import ArmatureSQL

/// The locks on the rows that a save changes. Locking also reads their state and the links to deleted rows.
struct PostgreSQLLocks {
  private let save: PostgreSQLSave
  /// The existing rows, by their keys.
  private var rows: [Int64: (version: UInt32, entity: String?)] = [:]
  /// The keys of new rows that already exist.
  private var taken: Set<Int64> = []
  /// The keys of deleted rows that guarded links still lead to.
  private var guarded: Set<Int64> = []
  /// Whether a link without a foreign key constraint leads to a missing row.
  private(set) var hasMissingTargets = false

  private var changes: StoreChanges { save.changes }
  private var schema: SQLSchema { save.schema }

  /// Runs all queries in one round trip; none if the save only inserts rows.
  init(_ save: PostgreSQLSave) throws {
    self.save = save
    var questions = rowQuestions()
    let rowCount = questions.count
    if save.mode != .plain { questions += keyQuestions() }
    let keyCount = questions.count
    let targets = unwatchedTargets()
    questions += targets.map { ($0.key, question($0.key, isLocking: false), $0.value.sorted()) }
    let guards = PostgreSQLGuardQuestions(save).statements
    if questions.isEmpty { return }
    // New statements are prepared before the queries run, so that no results are confused.
    try save.connection.prepare((questions.map(\.statement) + guards.map(\.statement)).map(\.text))
    for question in questions { try save.connection.post(question.statement, question.keys) }
    for question in guards { try save.connection.post(question.statement, question.arrays) }
    let results = try save.connection.receiveFine().suffix(questions.count + guards.count)
    for result in results.suffix(guards.count) { guarded.formUnion(result.integers(0)) }
    for (index, (question, result)) in zip(questions, results).enumerated() {
      if index >= keyCount {
        let found = Set(result.integers(0))
        if !found.isSuperset(of: question.keys) { hasMissingTargets = true }
      } else if index >= rowCount {
        taken.formUnion(result.integers(0))
      } else {
        let hasEntities = schema.tables[question.table].hasEntities
        for row in 0..<result.rowCount {
          rows[result.integer(row, 0) ?? 0] = (
            UInt32(clamping: result.integer(row, 1) ?? 0), hasEntities ? result.text(row, 2) : nil
          )
        }
      }
    }
  }

  private typealias Question = (table: Int, statement: SQLStatement, keys: [Int64])

  /// In the order of the keys, so that two saves do not wait for each other.
  private func question(_ table: Int, isLocking: Bool) -> SQLStatement {
    let table = schema.tables[table]
    let entity: SQLStatement = table.hasEntities ? ", \(name: SQLTable.entity)" : .empty
    let lock: SQLStatement = isLocking ? " ORDER BY \(name: SQLTable.key) FOR UPDATE" : .empty
    return
      "SELECT \(name: SQLTable.key), \(name: SQLTable.version)\(entity) FROM \(name: table.name) WHERE \(name: SQLTable.key) = ANY(?)\(lock)"
  }

  private func rowQuestions() -> [Question] {
    let touched = save.groups.updates.merging(save.groups.deletes) { $0 + $1 }
    return touched.sorted { $0.key < $1.key }.map { table, positions in
      (table, question(table, isLocking: true), positions.map(changes.key(at:)).sorted())
    }
  }

  private func keyQuestions() -> [Question] {
    save.groups.inserts.sorted { $0.key < $1.key }.map { table, positions in
      (table, question(table, isLocking: false), positions.map(changes.key(at:)))
    }
  }

  /// Returns the destination keys of links without a foreign key constraint, by table. New rows are left out.
  private func unwatchedTargets() -> [Int: Set<Int64>] {
    guard schema.hasUnwatchedLinks else { return [:] }
    var targets: [Int: Set<Int64>] = [:]
    for position in 0..<changes.count where changes.kind(at: position) != .delete {
      guard let places = schema.places[changes.entityName(at: position)] else { continue }
      changes.forEachValue(at: position) { property, value in
        if case .object(let id) = value, case .link(let link) = places[property], !link.isCleared {
          targets[link.table, default: []].insert(id.key)
        }
      }
      for links in changes.links(at: position) {
        if case .pairs(let pairs) = places[links.property], !pairs.isWatched {
          targets[pairs.memberTable, default: []].formUnion(links.added.map(\.key))
        }
      }
    }
    for positions in save.groups.inserts.values {
      for position in positions {
        for table in targets.keys { targets[table]?.remove(changes.key(at: position)) }
      }
    }
    return targets.filter { !$0.value.isEmpty }
  }

  // MARK: Conflicts

  /// Returns the positions of changes based on another state of their row and of deletions prevented by guarded links.
  ///
  /// Members are added and removed one by one, independently of other saves: such a change keeps the version.
  func conflicts() throws -> [Int] {
    var conflicts: [Int] = []
    for position in 0..<changes.count {
      let row = rows[changes.key(at: position)].flatMap { row in
        row.entity == nil || row.entity == changes.entityName(at: position) ? row : nil
      }
      let isSame = row?.version == changes.version(at: position)
      switch changes.kind(at: position) {
      case .insert: if taken.contains(changes.key(at: position)) { conflicts.append(position) }
      case .delete:
        if row != nil, !isSame || guarded.contains(changes.key(at: position)) {
          conflicts.append(position)
        }
      case .update:
        if let row, !changes.hasValues(at: position) {
          save.versions[position] = row.version
        } else if isSame {
          save.versions[position] = save.version
        } else {
          conflicts.append(position)
        }
      }
    }
    return conflicts
  }
}
