import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A store whose answers are checked before anybody uses them: rows of another entity than was asked for,
/// two of one object, too few or too many.
///
/// What a store says of values and links is checked where they are taken up.
struct CheckedStore {
  let store: any PersistentStore
  /// Whether it is a context, whose objects change without a version.
  let isParent: Bool
  private let model: ModelRuntime
  private let identifier: UUID

  init(_ store: any PersistentStore, _ model: ModelRuntime) {
    (self.store, self.model) = (store, model)
    identifier = store.identifier
    isParent = store is any ParentOfContext
  }

  func reserveKeys(_ count: Int) throws -> Range<Int64> {
    let keys = try store.reserveKeys(count)
    if keys.isEmpty || keys.lowerBound < 1 {
      throw wrong("reserveKeys(_:)", "give keys above 0", "gives \(keys)")
    }
    return keys
  }

  func fetch(_ request: FetchRequest, includingValues: Bool) throws -> [StoreRow] {
    let function = "fetch(_:includingValues:)"
    let rows = try store.fetch(request, includingValues: includingValues)
    // Most rows are of the entity of the row before, and have a higher key.
    var (last, valueCount, lastKey, isAscending) = ("", 0, Int64(0), true)
    for row in rows {
      guard isOwn(row.id), row.id.entityName == last || isFound(row.id.entityName, by: request)
      else { throw wrong(function, "give rows of \(request.entity)", "gives \(row.id)") }
      if row.id.entityName != last {
        last = row.id.entityName
        valueCount = self.valueCount(of: last)
      }
      if row.id.key <= lastKey { isAscending = false }
      lastKey = row.id.key
      if includingValues { try check(row, valueCount, function) }
    }
    if !isAscending {
      var seen: Set<Int64> = []
      if let row = rows.first(where: { !seen.insert($0.id.key).inserted }) {
        throw wrong(function, "give each row once", "gives \(row.id) twice")
      }
    }
    return rows
  }

  /// Whether a request may find objects of an entity.
  private func isFound(_ name: String, by request: FetchRequest) -> Bool {
    guard let position = model.index(of: name), !model.entities[position].isAbstract else {
      return false
    }
    if name == request.entity { return true }
    return request.includesSubentities
      && model.tree.branch(of: request.entity).contains(position)
  }

  func count(_ request: FetchRequest) throws -> Int {
    let count = try store.count(request)
    if count < 0 { throw wrong("count(_:)", "give a number from 0", "gives \(count)") }
    return count
  }

  func rows(for keys: [Int64], of entity: EntityDescription) throws -> [StoreRow?] {
    let function = "rows(for:of:)"
    let rows = try store.rows(for: keys, of: entity)
    if rows.count != keys.count {
      throw wrong(
        function, "give a row or none for each of \(keys.count) keys", "gives \(rows.count)")
    }
    let valueCount = valueCount(of: entity.name)
    for case (let key, let row?) in zip(keys, rows) {
      guard row.id.key == key, row.id.entityName == entity.name, isOwn(row.id) else {
        throw wrong(function, "give the row of \(entity.name) \(key)", "gives \(row.id)")
      }
      try check(row, valueCount, function)
    }
    return rows
  }

  func links(
    for keys: [Int64], along relationship: RelationshipDescription, of entity: EntityDescription
  ) throws -> [[ManagedObjectID]] {
    let links = try store.links(for: keys, along: relationship, of: entity)
    if links.count != keys.count {
      throw wrong(
        "links(for:along:of:)", "give a list for each of \(keys.count) keys", "gives \(links.count)"
      )
    }
    return links
  }

  func commit(_ transaction: StoreTransaction) throws -> [UInt32] {
    let function = "commit(_:)"
    let versions: [UInt32]
    do {
      versions = try store.commit(transaction)
    } catch let error as StoreConflicts {
      let ids = Set(transaction.changes.map(\.id))
      if error.conflicts.isEmpty { throw wrong(function, "name what conflicts", "names nothing") }
      for conflict in error.conflicts {
        guard ids.contains(conflict.id), conflict.current.map({ $0.id == conflict.id }) ?? true
        else {
          throw wrong(
            function, "name conflicts of what it is to save",
            "names \(conflict.id), with \(conflict.current.map { "\($0.id)" } ?? "no row")")
        }
        if let row = conflict.current {
          try check(row, valueCount(of: row.id.entityName), function)
        }
      }
      throw error
    }
    if versions.count != transaction.changes.count {
      throw wrong(
        function, "give a version for each of \(transaction.changes.count) changes",
        "gives \(versions.count)")
    }
    for (change, version) in zip(transaction.changes, versions)
    where change.kind != .delete && version == 0 && !(change.values.isEmpty && change.version == 0)
    {
      throw wrong(function, "give versions above 0", "gives 0 for \(change.id)")
    }
    return versions
  }

  /// Whether an ID can be that of a row here.
  private func isOwn(_ id: ManagedObjectID) -> Bool { id.key > 0 && id.storeID == identifier }

  /// How many values the rows of an entity have.
  private func valueCount(of entity: String) -> Int {
    guard let position = model.index(of: entity) else { return 0 }
    return model.runtime(at: position)._withUnsafeGuaranteedRef { $0.persistentPlaces.count }
  }

  private func check(_ row: StoreRow, _ count: Int, _ function: String) throws {
    guard row.values.count == count, row.version > 0 else {
      throw wrong(
        function, "give \(count) values and a version above 0 for \(row.id)",
        "gives \(row.values.count) values and the version \(row.version)")
    }
  }

  private func wrong(_ function: String, _ must: String, _ but: String) -> PersistentStoreError {
    .wrongAnswer(function: function, must: must, but: but)
  }
}
