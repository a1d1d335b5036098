import Armature
import Foundation
import Testing

@testable import ArmatureTesting

/// An in-memory store that breaks one rule.
///
/// `@unchecked Sendable`: the lock protects its state.
final class FlawedStore: PersistentStore, StoreReader, @unchecked Sendable {
  private let store = InMemoryStore(keepsHistory: true)
  private let flaw: StoreFlaw
  private let lock = NSLock()
  /// The next keys; some flaws use different ones for each task.
  private var nextKeys: [Int?: Int64] = [:]
  private let owner = currentTask()
  private var model: ManagedObjectModel?

  struct Failure: Error {}

  init(_ flaw: StoreFlaw) {
    self.flaw = flaw
  }

  var identifier: UUID {
    switch flaw {
    case .newIdentifiers: UUID()
    case .oneIdentifier: UUID(uuid: (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    default: store.identifier
    }
  }

  func open(_ model: ManagedObjectModel) throws {
    if flaw == .staysClosed { throw Failure() }
    self.model = model
    try store.open(model)
  }

  func reserveKeys(_ count: Int) throws -> Range<Int64> {
    if flaw == .fewKeys, count > 1 { return try store.reserveKeys(count - 1) }
    guard [.keysOfTasks, .repeatedKeys, .keysFromZero].contains(flaw) else {
      return try store.reserveKeys(count)
    }
    let task = flaw == .keysOfTasks ? currentTask() : nil
    return lock.withLock {
      let first = nextKeys[task] ?? (flaw == .keysFromZero ? 0 : 1)
      nextKeys[task] = first + (flaw == .repeatedKeys ? 0 : Int64(count))
      return first..<(first + Int64(count))
    }
  }

  func reader() throws -> any StoreReader { flaw == .newStates ? OtherReader(self) : self }

  func token() throws -> PersistentHistoryToken? {
    flaw == .standingToken
      ? PersistentHistoryToken(storeID: identifier, number: 1) : try store.token()
  }

  func remoteChanges(since token: PersistentHistoryToken) throws -> RemoteChanges {
    flaw == .ownChanges ? .unknown : .none
  }

  func history(since token: PersistentHistoryToken?) throws -> [PersistentHistoryTransaction] {
    let saves = try store.history(since: token)
    guard flaw == .namelessHistory else { return saves }
    return saves.map { save in
      var save = save
      save.changes = save.changes.map { PersistentHistoryChange($0.objectID, $0.kind) }
      return save
    }
  }

  func prepare(_ request: FetchRequest) -> any StoreQuery {
    var part = request
    if flaw == .overlookedOrders { part.orderedBy = [] }
    return SimpleStoreQuery(part, of: self)
  }

  func fetch(_ request: FetchRequest, into rows: StoreRows) throws {
    var request = request
    switch flaw {
    case .ignoredLimit: request.limit = nil
    case .ignoredOffset: request.offset = 0
    case .ignoredPredicate: request.predicate = .constant(true)
    case .ignoredOrder: request.orderedBy = []
    case .everySubentity: request.includesSubentities = true
    case .noSubentities: request.includesSubentities = false
    case .pendingOnly where !request.includesPendingChanges: return
    default: break
    }
    guard let model else { return }
    var found = try store.rows(request, of: model, includingValues: rows.includesValues)
    if flaw == .reversedRows, request.orderedBy.isEmpty { found.reverse() }
    for row in found {
      if flaw == .oldVersions || flaw == .frozenVersions {
        rows.append(StoreRow(row.id, version: 1, values: row.values))
      } else {
        rows.append(altered(row))
      }
    }
  }

  func count(_ request: FetchRequest) throws -> Int {
    var request = request
    if flaw == .countedPages { (request.limit, request.offset) = (nil, 0) }
    return try store.count(request)
  }

  func rows(for keys: [Int64], of entity: EntityDescription, into rows: StoreRows) throws {
    guard let model else { return }
    for row in try store.rows(for: keys, of: entity, in: model) {
      switch flaw {
      case .firstRows: if row.id.key == keys.first { rows.append(row) }
      case .frozenVersions: rows.append(StoreRow(row.id, version: 1, values: row.values))
      default: rows.append(altered(row))
      }
    }
  }

  private func altered(_ row: StoreRow) -> StoreRow {
    // Fetched rows may have no values.
    guard let properties = model?[row.id.entityName]?.persistentProperties, !row.values.isEmpty
    else {
      return row
    }
    var values = row.values
    for (index, property) in properties.enumerated() {
      switch (flaw, values[index]) {
      case (.listsInRows, _) where property.asRelationship?.isToMany == true:
        values[index] = .objects([])
      case (.lostLinks, .object): values[index] = .null
      case (.altered(let name), let value)
      where property.name == name && row.id.entityName == "Sample" && !value.isNull:
        let samples = SampleValues.all.first { $0.name == name }?.values ?? []
        values[index] = samples.first { $0 != value } ?? .null
      default: break
      }
    }
    return StoreRow(row.id, version: row.version, values: values)
  }

  func links(
    for keys: [Int64], along relationship: RelationshipDescription, of entity: EntityDescription
  ) throws -> [[ManagedObjectID]] {
    let links = try store.links(for: keys, along: relationship, of: entity)
    switch flaw {
    case .reversedLists: return links.map { $0.reversed() }
    case .shortLists: return links.map { Array($0.prefix(2)) }
    case .oneWayOnly where relationship.inverse == nil: return links.map { _ in [] }
    default: return links
    }
  }

  func commit(_ changes: StoreChanges) throws -> [UInt32] {
    let transaction = changes.transaction
    if flaw == .oneTask, currentTask() != owner { throw Failure() }
    do {
      return versions(try store.commit(try prepared(transaction)), transaction)
    } catch let error as StoreConflicts {
      throw try altered(error, transaction)
    } catch let report as ValidationReport {
      switch flaw {
      case .duplicates: return transaction.changes.map { $0.kind == .delete ? 0 : 1 }
      case .strangeError: throw Failure()
      case .strangeReport: throw ValidationReport()
      default: break
      }
      try half(transaction)
      throw report
    }
  }

  /// Returns the transaction as changed by the flaw.
  private func prepared(_ transaction: StoreTransaction) throws -> StoreTransaction {
    var changes = transaction.changes
    for (index, change) in changes.enumerated() {
      let current = try row(change.id)
      switch flaw {
      case .rejectedDeletions where change.kind == .delete: throw Failure()
      case .staleLists where change.kind == .update && change.values.isEmpty:
        if let current, current.version != change.version {
          throw StoreConflicts([StoreConflicts.Conflict(change.id, current: current)])
        }
      case .goneDeletions where change.kind == .delete && current == nil:
        throw StoreConflicts([StoreConflicts.Conflict(change.id, current: nil)])
      case .lastWins: if let current { changes[index].version = current.version }
      case .lostValues where change.kind == .update: changes[index].values = []
      case .addedAtEnd:
        changes[index].links = change.links.map {
          StoreChange.Links(property: $0.property, added: $0.added, removed: $0.removed)
        }
      default: break
      }
    }
    if flaw == .clearedGuards { changes += try clearings(transaction) }
    if flaw == .lostDeletions { changes.removeAll { $0.kind == .delete } }
    return StoreTransaction(changes)
  }

  /// Returns changes that remove rows which deny a deletion.
  private func clearings(_ transaction: StoreTransaction) throws -> [StoreChange] {
    guard let crate = model?["Crate"],
      let toys = crate.relationships.first(where: { $0.name == "toys" })
    else { return [] }
    let known = Set(transaction.changes.map(\.id))
    return try transaction.changes.filter { $0.kind == .delete && $0.id.entityName == "Crate" }
      .flatMap { try store.links(for: [$0.id.key], along: toys, of: crate)[0] }
      .filter { !known.contains($0) }.compactMap { id in
        try row(id).map {
          StoreChange(id, .update, version: $0.version, values: [.init(property: 0, value: .null)])
        }
      }
  }

  private func row(_ id: ManagedObjectID) throws -> StoreRow? {
    guard let model, let entity = model[id.entityName] else { return nil }
    return try store.rows(for: [id.key], of: entity, in: model).first
  }

  private func versions(_ versions: [UInt32], _ transaction: StoreTransaction) -> [UInt32] {
    zip(versions, transaction.changes).map { version, change in
      switch flaw {
      case .oneVersion where change.kind == .update: change.version
      case .countedLists where change.values.isEmpty && change.kind == .update: version + 1
      case .versionsOfDeleted where change.kind == .delete: 1
      default: version
      }
    } + (flaw == .surplusVersions ? [1] : [])
  }

  private func altered(
    _ error: StoreConflicts, _ transaction: StoreTransaction
  ) throws -> any Error {
    switch flaw {
    case .firstConflict: return StoreConflicts(Array(error.conflicts.prefix(1)))
    case .conflictsWithoutRows:
      return StoreConflicts(error.conflicts.map { StoreConflicts.Conflict($0.id, current: nil) })
    case .strangeConflict: return Failure()
    default:
      try half(transaction)
      return error
    }
  }

  /// Commits the valid changes of a rejected transaction.
  private func half(_ transaction: StoreTransaction) throws {
    guard flaw == .halfCommits else { return }
    for change in transaction.changes { _ = try? store.commit(StoreTransaction([change])) }
  }
}

/// A reader of the store's current state.
private final class OtherReader: StoreReader {
  private let store: FlawedStore

  init(_ store: FlawedStore) { self.store = store }

  func fetch(_ request: FetchRequest, into rows: StoreRows) throws {
    try store.fetch(request, into: rows)
  }

  func count(_ request: FetchRequest) throws -> Int { try store.count(request) }

  func rows(for keys: [Int64], of entity: EntityDescription, into rows: StoreRows) throws {
    try store.rows(for: keys, of: entity, into: rows)
  }

  func links(
    for keys: [Int64], along relationship: RelationshipDescription, of entity: EntityDescription
  ) throws -> [[ManagedObjectID]] {
    try store.links(for: keys, along: relationship, of: entity)
  }
}

/// Returns an identifier of the current task.
private func currentTask() -> Int? { withUnsafeCurrentTask { $0?.hashValue } }
