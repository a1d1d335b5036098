import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A reader of a store whose answers are checked before anybody uses them: rows of another entity than was
/// asked for, two of one object, too few or too many.
///
/// What a store says of values and links is checked where they are taken up.
struct CheckedReader {
  private let reader: any StoreReader
  private let model: ModelRuntime
  private let identifier: UUID

  init(_ reader: any StoreReader, _ model: ModelRuntime, _ identifier: UUID) {
    (self.reader, self.model, self.identifier) = (reader, model, identifier)
  }

  /// What the store answers of a request, and what is left.
  ///
  /// - Throws: ``PersistentStoreError/wrongAnswer(function:must:but:)`` for what could not find all objects
  ///   that the request finds.
  func pushed(_ request: FetchRequest) throws -> PushedRequest {
    try PushedRequest(request, answering: reader.pushed(request))
  }

  func fetch(_ request: FetchRequest, includingValues: Bool) throws -> [StoreRow] {
    let function = "fetch(_:includingValues:)"
    let rows = try reader.fetch(request, includingValues: includingValues)
    // Most rows are of the entity of the row before, and have a higher key.
    var (last, valueCount, lastKey, isAscending) = ("", 0, Int64(0), true)
    for row in rows {
      guard isOwn(row.id), row.id.entityName == last || isFound(row.id.entityName, by: request)
      else { throw wrong(function, "give rows of \(request.entity)", "gives \(row.id)") }
      if row.id.entityName != last {
        last = row.id.entityName
        valueCount = model.valueCount(of: last)
      }
      if row.id.key <= lastKey { isAscending = false }
      lastKey = row.id.key
      if includingValues { try row.check(valueCount, function) }
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
    let count = try reader.count(request)
    if count < 0 { throw wrong("count(_:)", "give a number from 0", "gives \(count)") }
    return count
  }

  func rows(for keys: [Int64], of entity: EntityDescription) throws -> [StoreRow?] {
    let function = "rows(for:of:)"
    let rows = try reader.rows(for: keys, of: entity)
    if rows.count != keys.count {
      throw wrong(
        function, "give a row or none for each of \(keys.count) keys", "gives \(rows.count)")
    }
    let valueCount = model.valueCount(of: entity.name)
    for case (let key, let row?) in zip(keys, rows) {
      guard row.id.key == key, row.id.entityName == entity.name, isOwn(row.id) else {
        throw wrong(function, "give the row of \(entity.name) \(key)", "gives \(row.id)")
      }
      try row.check(valueCount, function)
    }
    return rows
  }

  func links(
    for keys: [Int64], along relationship: RelationshipDescription, of entity: EntityDescription
  ) throws -> [[ManagedObjectID]] {
    let links = try reader.links(for: keys, along: relationship, of: entity)
    if links.count != keys.count {
      throw wrong(
        "links(for:along:of:)", "give a list for each of \(keys.count) keys", "gives \(links.count)"
      )
    }
    return links
  }

  /// Whether an ID can be that of a row here.
  private func isOwn(_ id: ManagedObjectID) -> Bool { id.key > 0 && id.storeID == identifier }

  private func wrong(_ function: String, _ must: String, _ but: String) -> PersistentStoreError {
    .wrongAnswer(function: function, must: must, but: but)
  }
}

extension ModelRuntime {
  /// How many values the rows of an entity have.
  func valueCount(of entity: String) -> Int {
    guard let position = index(of: entity) else { return 0 }
    return runtime(at: position)._withUnsafeGuaranteedRef { $0.persistentPlaces.count }
  }
}

extension StoreRow {
  /// - Throws: ``PersistentStoreError/wrongAnswer(function:must:but:)`` unless it has so many values, and a
  ///   version.
  func check(_ count: Int, _ function: String) throws {
    guard values.count == count, version > 0 else {
      throw PersistentStoreError.wrongAnswer(
        function: function, must: "give \(count) values and a version above 0 for \(id)",
        but: "gives \(values.count) values and the version \(version)")
    }
  }
}
