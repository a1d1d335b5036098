import Armature

/// A store under examination, with the rows that it must have.
final class StoreProbe {
  private let check: StoreCheck
  private(set) var store: any PersistentStore
  /// The container that opened the store.
  let container: PersistentContainer
  /// The sample values, as the store keeps them.
  let samples: SampleValues
  /// The expected rows.
  var rows: PlainRows
  private(set) var findings: [StoreFinding] = []
  /// All versions of each row, including those from before its deletion.
  private var formerVersions: [Int64: Set<UInt32>] = [:]

  /// Creates a probe and opens the store.
  init(
    _ check: StoreCheck, opening store: any PersistentStore,
    _ kept: (AttributeValue) -> AttributeValue? = { $0 }
  ) throws {
    samples = SampleValues(kept)
    let model = try ConformanceModel.model()
    container = try PersistentContainer(model: model, store: store)
    self.check = check
    self.store = store
    rows = PlainRows(model, storeID: store.identifier)
  }

  var model: ManagedObjectModel { rows.model }

  /// Continues with another store that has the same data.
  func replace(by store: any PersistentStore) { self.store = store }

  /// Records a violation. Only the first violation of each rule is recorded.
  func note(_ rule: StoreRule, _ action: String, must expected: String, is found: String) {
    if findings.contains(where: { $0.rule == rule }) { return }
    findings.append(
      StoreFinding(check: check, rule: rule, action: action, expected: expected, found: found))
  }

  /// Records a violation if a closure returns an unexpected value or throws an error.
  ///
  /// - Returns: True if the value is as expected.
  @discardableResult func expect<Value: Equatable>(
    _ rule: StoreRule, _ action: String, _ expected: Value, _ body: () throws -> Value
  ) -> Bool {
    do {
      let found = try body()
      if found == expected { return true }
      note(rule, action, must: "\(expected)", is: "\(found)")
    } catch {
      note(rule, action, must: "\(expected)", is: "it throws \(error)")
    }
    return false
  }

  // MARK: Keys and transactions

  /// Returns keys for new objects. If the store provides none, they are made up, so that the other checks can
  /// continue.
  func keys(_ count: Int) -> [Int64] {
    if let keys = try? store.reserveKeys(count), keys.count >= count {
      return Array(keys.prefix(count))
    }
    note(.keyCount, "\(count) keys are reserved.", must: "\(count) keys", is: "fewer")
    return (0..<count).map { (rows.objects.keys.max() ?? 0) + 1_000_000 + Int64($0) }
  }

  func key() -> Int64 { keys(1)[0] }

  /// Commits an edit of the rows, which must succeed.
  ///
  /// - Returns: True if the commit succeeds and the versions are correct.
  @discardableResult func commit(_ action: String, _ edit: (inout PlainRows) -> Void) -> Bool {
    var next = rows
    edit(&next)
    return commit(action, next.transaction(since: rows), next)
  }

  /// Commits a transaction, which must succeed and result in the given rows.
  @discardableResult func commit(
    _ action: String, _ transaction: StoreTransaction, _ next: PlainRows
  ) -> Bool {
    let versions: [UInt32]
    do {
      versions = try store.commit(transaction)
    } catch {
      note(.commit, action, must: "it is committed", is: "it throws \(error)")
      return false
    }
    rows = next
    rows.forgetMoves()
    guard versions.count == transaction.changes.count else {
      note(
        .versions, action, must: "\(transaction.changes.count) versions", is: "\(versions.count)")
      return false
    }
    var isRight = true
    for (change, version) in zip(transaction.changes, versions) {
      let former = change.version
      let key = change.id.key
      let (rule, must, isWrong): (StoreRule, String, Bool) =
        switch change.kind {
        case .delete: (.versions, "0", version != 0)
        case .update where change.values.isEmpty: (.lists, "\(former)", version != former)
        case .insert, .update:
          (
            .version, "a number above 0 that the row never had",
            version == 0 || !formerVersions[key, default: []].insert(version).inserted
          )
        }
      if isWrong {
        note(
          rule, "\(action) The version of \(change.id) afterwards.", must: must, is: "\(version)")
        isRight = false
      }
      rows.setVersion(of: change.id.key, version)
    }
    return isRight
  }

  /// Takes the versions of the rows from the store, after commits that were not made here.
  func adoptVersions() {
    for entity in model.entities where !entity.isAbstract {
      for row in (try? store.rows(FetchRequest(entity.name), of: model)) ?? [] {
        rows.setVersion(of: row.id.key, row.version)
      }
    }
  }

  // MARK: Comparing

  /// Compares all rows and links of the store with the expected ones.
  ///
  /// - Returns: True if they are equal.
  @discardableResult func compare(_ action: String, as rule: StoreRule? = nil) -> Bool {
    var isRight = true
    for entity in model.entities where !entity.isAbstract {
      let known = rows.keys(of: entity.name)
      var request = FetchRequest(entity.name)
      request.includesSubentities = false
      let all = "\(action) All rows of \(entity.name)."
      isRight =
        expect(rule ?? .fetch, all, known) {
          try store.rows(request, of: model, includingValues: false).map(\.id.key)
        } && isRight
      isRight = compare(known, of: entity, action, rule) && isRight
    }
    return isRight
  }

  /// Compares some rows and their links with the expected ones.
  private func compare(
    _ keys: [Int64], of entity: EntityDescription, _ action: String, _ rule: StoreRule?
  ) -> Bool {
    // Include a key without a row.
    let asked = keys + [Int64.max - 7]
    let expected = keys.compactMap { rows.row($0) }
    let what = "\(action) Rows \(asked) of \(entity.name) by their keys."
    var isRight = expect(rule ?? .rows, what, expected.map(\.id.key)) {
      try found(asked, entity).map(\.id.key)
    }
    guard isRight, let found = try? found(asked, entity) else {
      return false
    }
    for (expected, found) in zip(expected, found) {
      let row = "\(action) The row of \(expected.id)."
      isRight = expect(rule ?? .values, row, expected.values) { found.values } && isRight
      isRight =
        expect(rule ?? .rows, row, expected.id.entityName) { found.id.entityName } && isRight
      // The version that is read is the base of the next change.
      isRight = expect(rule ?? .versions, row, expected.version) { found.version } && isRight
    }
    for relationship in entity.relationships where relationship.isToMany {
      let isOrdered = relationship.arity == .ordered
      let lists = asked.map { rows.list($0, relationship.name) }
      let what = "\(action) \(entity.name).\(relationship.name) of \(asked)."
      let isSame = expect(rule ?? .links, what, lists.map { $0.sorted() }) {
        try links(asked, relationship, entity).map { $0.sorted() }
      }
      isRight = isSame && isRight
      if isSame, isOrdered {
        isRight =
          expect(rule ?? .linkOrder, what, lists) { try links(asked, relationship, entity) }
          && isRight
      }
    }
    return isRight
  }

  private func found(_ keys: [Int64], _ entity: EntityDescription) throws -> [StoreRow] {
    try store.rows(for: keys, of: entity, in: model).sorted { $0.id.key < $1.id.key }
  }

  private func links(
    _ keys: [Int64], _ relationship: RelationshipDescription, _ entity: EntityDescription
  ) throws -> [[Int64]] {
    try store.reader().links(for: keys, along: relationship, of: entity).map { $0.map(\.key) }
  }
}
