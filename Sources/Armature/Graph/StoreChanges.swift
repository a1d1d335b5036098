public import ArmatureModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What one save changes, as a store is told: a look at the objects, without a copy of their values.
///
/// ```swift
/// func log(_ changes: StoreChanges) {
///   for change in changes { print(change.kind, change.id, change.values.count) }
/// }
/// ```
/// A simple store takes the changes one by one, or all as a ``StoreTransaction``. A fast one asks by position for
/// what it needs, and has the values come one by one. The objects are looked at only until
/// ``PersistentStore/commit(_:)`` returns: no values come later.
public final class StoreChanges: RandomAccessCollection {
  /// What stands before the values of a change.
  private struct Head {
    let handle: Handle
    let kind: StoreChange.Kind
    let hasValues: Bool
    /// The position of the entity in the model.
    let entity: Int32
    let version: UInt32
    let key: Int64
    /// The properties of an update that have other values, which are found by comparing all.
    let changed: ChangedProperties
    /// The position of the changes of its lists; −1 for none.
    var links: Int32 = -1
  }

  @exclusivity(unchecked) private var heads: ContiguousArray<Head> = []
  private var links: [[StoreChange.Links]] = []
  /// The slots of the objects that are saved; `nil` for changes that are a value, and when the store has returned.
  @exclusivity(unchecked) private var slots: UnsafeMutablePointer<SlotTable>?
  private let model: ModelRuntime?
  private let storeID: UUID
  /// The changes if they are a value.
  private let value: StoreTransaction?
  private let now: () -> Date
  /// The `transactionAuthor` of the context that saves; `nil` for changes that are a value.
  public var author: String?
  /// The `name` of the context that saves; `nil` for changes that are a value.
  public var contextName: String?
  /// The time by the clock of the container, for a store that notes it.
  public var date: Date { now() }

  /// The state of the store that the context has decided in; `nil` if the save is right in any state.
  ///
  /// A save decides by other objects than it changes where it computes derived values, checks counts or rules over
  /// relationships, or deletes objects that others may lead to. A store that gives tokens compares this with its
  /// present state, in the transaction of the save, and throws ``StoreConflicts/ofState`` if they differ: the context
  /// then decides again.
  public var state: PersistentHistoryToken?
  /// The state that the commit has made, which a store that gives tokens sets; `nil` otherwise.
  public var committedState: PersistentHistoryToken?

  /// The changes of a value, such as one that was kept.
  public init(_ transaction: StoreTransaction) {
    (value, model, storeID) = (transaction, nil, transaction.changes.first?.id.storeID ?? UUID())
    now = { Date() }
  }

  /// All changes of a graph that a store must know of; objects that were set to what they were are not
  /// among them.
  ///
  /// - Complexity: O(*n*) in the number of changed objects and links.
  init(of graph: ObjectGraph) {
    let slots = graph.slots
    (value, self.slots, model, storeID) = (nil, slots, graph.model, graph.storeID)
    now = graph.environment.now
    heads.reserveCapacity(graph.changes.count)
    // Without a count of references: it would wait for the memory of each object.
    func forEach(
      _ handles: ContiguousArray<Handle>, _ state: RowState, _ body: (ManagedObject) -> Void
    ) {
      for handle in handles {
        let slot = slots.pointee[handle]
        guard slot.isThere, let object = slot.object else { continue }
        object._withUnsafeGuaranteedRef { if $0.row.state.contains(state) { body($0) } }
      }
    }
    forEach(graph.changes.inserted, .inserted) { add($0, .insert) }
    // One that others have deleted, and that is to come back, has no version any more.
    forEach(graph.changes.updated, .updated) { add($0, $0.row.version == 0 ? .insert : .update) }
    for object in graph.slots.pointee.anyObjects(graph.changes.deleted) { add(object, .delete) }
  }

  private func add(_ object: ManagedObject, _ kind: StoreChange.Kind) {
    let row = object.row
    let slot = row.slots.pointee[row.handle]
    var links: [StoreChange.Links] = []
    if object.shape.pointee.links.count > 0 {
      links = kind == .delete ? object.linksLeftBeforeDeletion : object.changedLinks(kind)
    }
    let changed = kind == .update ? object.changedProperties : ChangedProperties()
    let hasValues = kind == .insert ? object.hasSavedValue : !changed.isEmpty
    if kind == .update, !hasValues, links.isEmpty { return }
    var head = Head(
      handle: row.handle, kind: kind, hasValues: hasValues,
      entity: Int32(object.shape.pointee.index), version: kind == .insert ? 0 : row.version,
      key: slot.key, changed: changed)
    if !links.isEmpty {
      head.links = Int32(self.links.count)
      self.links.append(links)
    }
    heads.append(head)
  }

  /// Ends the look at the objects.
  func end() { slots = nil }

  /// Changes of one kind, of objects of one entity, that stand side by side.
  package struct Run {
    package let kind: StoreChange.Kind
    package let entityName: String
    package let positions: Range<Int>
  }

  /// All changes in runs, in their order; most saves have one or a few.
  package var runs: [Run] {
    var runs: [Run] = []
    var start = 0
    while start < count {
      var end = start + 1
      while end < count, isAlike(start, end) { end += 1 }
      runs.append(
        Run(kind: kind(at: start), entityName: entityName(at: start), positions: start..<end))
      start = end
    }
    return runs
  }

  /// Whether two changes are of one kind, and of objects of one entity.
  private func isAlike(_ left: Int, _ right: Int) -> Bool {
    if value == nil {
      return heads[left].kind == heads[right].kind && heads[left].entity == heads[right].entity
    }
    return kind(at: left) == kind(at: right) && entityName(at: left) == entityName(at: right)
  }

  // MARK: One change

  /// The position of the first change: 0.
  public var startIndex: Int { 0 }

  /// How many changes there are: the inserted objects come first, the deleted ones last.
  public var endIndex: Int { value?.changes.count ?? heads.count }

  /// A change with all its values.
  public subscript(index: Int) -> StoreChange {
    if let value { return value.changes[index] }
    var change = StoreChange(
      id(at: index), kind(at: index), version: version(at: index), links: links(at: index))
    forEachValue(at: index) { change.values.append(.init(property: $0, value: $1)) }
    return change
  }

  /// All changes as a value.
  public var transaction: StoreTransaction { value ?? StoreTransaction(Array(self)) }

  /// What happens to an object.
  public func kind(at index: Int) -> StoreChange.Kind {
    value?.changes[index].kind ?? heads[index].kind
  }

  /// The key of an object.
  public func key(at index: Int) -> Int64 { value?.changes[index].id.key ?? heads[index].key }

  /// The name of the entity of an object.
  public func entityName(at index: Int) -> String {
    guard let model else { return value?.changes[index].id.entityName ?? "" }
    return model.entities[Int(heads[index].entity)].name
  }

  /// The identity of an object.
  public func id(at index: Int) -> ManagedObjectID {
    value?.changes[index].id
      ?? ManagedObjectID(entityName: entityName(at: index), key: key(at: index), storeID: storeID)
  }

  /// The version of the row that a change is based on; 0 for an object that was never saved.
  public func version(at index: Int) -> UInt32 {
    value?.changes[index].version ?? heads[index].version
  }

  /// Whether attributes or to-one relationships get values.
  public func hasValues(at index: Int) -> Bool {
    value.map { !$0.changes[index].values.isEmpty } ?? heads[index].hasValues
  }

  /// Visits the values that attributes and to-one relationships get, as ``StoreChange/values`` has them.
  ///
  /// - Parameters:
  ///   - index: The position of the change.
  ///   - visit: Is called with the position of each property among the entity's
  ///     ``/ArmatureModel/EntityDescription/persistentProperties``, and its value.
  public func forEachValue(
    at index: Int, _ visit: (_ property: Int, _ value: AttributeValue) throws -> Void
  ) rethrows {
    if let value {
      for value in value.changes[index].values { try visit(value.property, value.value) }
      return
    }
    try withObject(at: index) { object, head in
      switch head.kind {
      case .insert: try object.forEachSavedValue(visit)
      case .update: try object.forEachValue(of: head.changed, visit)
      case .delete: break
      }
    }
  }

  /// Visits the properties whose values ``forEachValue(at:_:)`` visits in a change of an object that the store has.
  package func forEachProperty(at index: Int, _ visit: (_ property: Int) -> Void) {
    if let value { return value.changes[index].values.forEach { visit($0.property) } }
    withObject(at: index) { object, head in
      object.forEachPlace(of: head.changed) { property, _ in visit(property) }
    }
  }

  /// Whether ``give(valuesAt:to:)`` gives null for what has no value in an object that is inserted.
  package var givesAbsentValues: Bool { value == nil }

  /// Gives the values that ``forEachValue(at:_:)`` visits, without an `AttributeValue` around those of most kinds.
  package func give(valuesAt index: Int, to taker: some StoreValueTaker) throws {
    if let value {
      for value in value.changes[index].values { try taker.take(value.value, at: value.property) }
      return
    }
    try withObject(at: index) { object, head in
      switch head.kind {
      case .insert: try object.giveSavedValues(to: taker)
      case .update: try object.giveValues(of: head.changed, to: taker)
      case .delete: break
      }
    }
  }

  /// Looks at the object of a change that has values, or is an insertion, without a count of references.
  private func withObject(
    at index: Int, _ body: (ManagedObject, Head) throws -> Void
  ) rethrows {
    let head = heads[index]
    // One that is inserted without values gives null for all.
    guard head.hasValues || head.kind == .insert,
      let object = slots?.pointee[head.handle].object
    else { return }
    try object._withUnsafeGuaranteedRef { try body($0, head) }
  }

  /// How the to-many relationships of an object change.
  public func links(at index: Int) -> [StoreChange.Links] {
    if let value { return value.changes[index].links }
    let position = Int(heads[index].links)
    return position < 0 ? [] : links[position]
  }

  // MARK: Afterwards

  /// Notes the versions that the rows have got in the store.
  ///
  /// Where only to-many relationships have changed, the values may still be those of an earlier version.
  func setVersions(_ versions: [UInt32]) {
    guard let slots else { return }
    for (head, version) in zip(heads, versions) where head.kind != .update || head.hasValues {
      slots.pointee[head.handle].object?._withUnsafeGuaranteedRef { $0.row.version = version }
    }
  }
}
