package import Armature
package import ArmatureModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A wrapper around a store that can fail on request, and that keeps a simple record of its transactions.
///
/// The record keeps each side of a relationship separately, like database columns. A transaction that names only one
/// side therefore shows as a difference between both.
///
/// `@unchecked Sendable`: one task uses each.
package final class ShadowedStore: PersistentStore, @unchecked Sendable {
  private let store: any PersistentStore
  /// The store of the same data that keeps the record; `nil` for this one.
  private let first: ShadowedStore?
  private var model: ManagedObjectModel?
  private var account = GraphImage()
  /// The image derived from the store's history, if it keeps one.
  private var history = HistoryImage()
  /// The versions that each row has had.
  private var versions: [Int64: Set<UInt32>] = [:]
  /// The number of calls before one fails; `nil` for no failure.
  package var callsUntilFailure: Int?
  /// Whether a call has failed since the request.
  private(set) var hasFailed = false
  /// The problem with a transaction or its result.
  package private(set) var problem: String?

  /// Changes answers into impossible ones; `nil` for a correct store.
  var lies: StoreLies?

  /// Receives a description of each committed transaction.
  var note: ((String) -> Void)?

  struct Failure: Error {}

  /// - Parameter first: Another store of the same data, which keeps the record for both.
  package init(_ store: any PersistentStore = InMemoryStore(), sharing first: ShadowedStore? = nil)
  {
    (self.store, self.first) = (store, first)
  }

  package var identifier: UUID { store.identifier }

  /// Lets a call fail after a number of other calls.
  package func fail(after calls: Int) { (callsUntilFailure, hasFailed) = (calls, false) }

  private func check() throws {
    guard let calls = callsUntilFailure else { return }
    callsUntilFailure = calls - 1
    if calls > 0 { return }
    callsUntilFailure = nil
    hasFailed = true
    throw Failure()
  }

  package func open(_ model: ManagedObjectModel) throws {
    self.model = model
    try store.open(model)
  }

  package func reserveKeys(_ count: Int) throws -> Range<Int64> {
    try check()
    // A small number, so that new objects need the store repeatedly.
    let keys = try store.reserveKeys(min(count, 3))
    return lies?.keys(keys) ?? keys
  }

  package func reader() throws -> any StoreReader { Reader(self, try store.reader()) }

  package func commit(_ changes: StoreChanges) throws -> [UInt32] {
    let transaction = changes.transaction
    try check()
    if let refusal = lies?.refusal(transaction) { throw refusal }
    let versions = try store.commit(changes)
    try (first ?? self).note(transaction, versions)
    return lies?.versions(versions) ?? versions
  }

  private func note(_ transaction: StoreTransaction, _ versions: [UInt32]) throws {
    guard let model else { return }
    for change in transaction.changes { note?("  in the store: \(change.words(model))") }
    for (change, version) in zip(transaction.changes, versions) {
      note(version, change)
      write(change, model)
    }
    let image = try GraphImage(of: store, model)
    if problem == nil, let difference = account.difference(from: image, model) {
      problem = "a store of columns differs: \(difference), of \(transaction.changes)"
    }
    if problem == nil { problem = try history.problem(of: store, account, model) }
  }

  /// Returns the image of the saved state.
  func image() throws -> GraphImage {
    guard let model else { return GraphImage() }
    return try GraphImage(of: store, model)
  }

  /// Returns the difference between the record and another store of the same data.
  func difference(from other: any PersistentStore) throws -> String? {
    guard let model else { return nil }
    return account.difference(from: try GraphImage(of: other, model), model)
  }

  private func note(_ version: UInt32, _ change: StoreChange) {
    if change.kind == .delete {
      if version != 0 { problem = "\(change.id) is deleted with version \(version)" }
    } else if !change.values.isEmpty || change.kind == .insert {
      if !versions[change.id.key, default: []].insert(version).inserted {
        problem = "\(change.id) had version \(version) before"
      }
    }
  }

  private func write(_ change: StoreChange, _ model: ManagedObjectModel) {
    let key = change.id.key
    if change.kind == .delete {
      account.rows[key] = nil
      for other in account.rows.keys {
        for (name, end) in account.rows[other]?.ends ?? [:] where end == key {
          account.rows[other]?.ends[name] = nil
        }
        for name in (account.rows[other]?.lists ?? [:]).keys {
          account.rows[other]?.lists[name]?.removeAll { $0 == key }
        }
      }
      return
    }
    let entity = change.id.entityName
    if change.kind == .insert { account.rows[key] = GraphImage.Row(entity: entity) }
    let properties = model[entity]?.persistentProperties ?? []
    for value in change.values {
      let name = properties[value.property].name
      if properties[value.property].asRelationship == nil {
        account.rows[key]?.values[name] = value.value.isNull ? Optional.none : value.value
      } else if case .object(let id) = value.value {
        account.rows[key]?.ends[name] = id.key
      } else {
        account.rows[key]?.ends[name] = nil
      }
    }
    for links in change.links {
      var list = account.rows[key]?.lists[properties[links.property].name] ?? []
      let (removed, former) = (Set(links.removed.map(\.key)), Set(list))
      list.removeAll(where: removed.contains)
      // A member that is both removed and added only moves, unless another context has removed it.
      for id in links.added where !list.contains(id.key) {
        if !removed.contains(id.key) || former.contains(id.key) { list.append(id.key) }
      }
      if let order = links.order?.map(\.key) {
        list = order.filter(list.contains) + list.filter { !order.contains($0) }
      }
      account.rows[key]?.lists[properties[links.property].name] = list.isEmpty ? nil : list
    }
  }

  private final class Reader: StoreReader {
    private let store: ShadowedStore
    private let reader: any StoreReader

    init(_ store: ShadowedStore, _ reader: any StoreReader) {
      (self.store, self.reader) = (store, reader)
    }

    func prepare(_ request: FetchRequest) throws -> any StoreQuery {
      let part = try store.lies?.part(of: request) ?? reader.prepare(request).request
      return SimpleStoreQuery(part, of: self)
    }

    func token() throws -> PersistentHistoryToken? { try reader.token() }

    func remoteChanges(since token: PersistentHistoryToken) throws -> RemoteChanges {
      try store.check()
      return try reader.remoteChanges(since: token)
    }

    func fetch(_ request: FetchRequest, into rows: StoreRows) throws {
      try store.check()
      guard let lies = store.lies, let model = store.model else {
        return try reader.fetch(request, into: rows)
      }
      lies.give(
        try store.store.rows(request, of: model, includingValues: rows.includesValues), to: rows)
    }

    func count(_ request: FetchRequest) throws -> Int {
      try store.check()
      let count = try reader.count(request)
      return store.lies?.count(count) ?? count
    }

    func rows(for keys: [Int64], of entity: EntityDescription, into rows: StoreRows) throws {
      try store.check()
      guard let lies = store.lies, let model = store.model else {
        return try reader.rows(for: keys, of: entity, into: rows)
      }
      lies.give(try store.store.rows(for: keys, of: entity, in: model), to: rows)
    }

    func links(
      for keys: [Int64], along relationship: RelationshipDescription, of entity: EntityDescription
    ) throws -> [[ManagedObjectID]] {
      try store.check()
      let links = try reader.links(for: keys, along: relationship, of: entity)
      return store.lies?.links(links) ?? links
    }
  }
}

extension StoreChange {
  /// Returns a description of the change, for the trace of a case.
  fileprivate func words(_ model: ManagedObjectModel) -> String {
    let properties = model[id.entityName]?.persistentProperties ?? []
    let values = values.map { "\(properties[$0.property].name): \($0.value)" }
    let links = links.map { links in
      "\(properties[links.property].name): +\(links.added.map(\.key)) -\(links.removed.map(\.key))"
        + (links.order.map { " in the order \($0.map(\.key))" } ?? "")
    }
    return "\(kind) \(id) of version \(version): \((values + links).joined(separator: ", "))"
  }
}
