public import ArmatureModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The changes of one save, as a store receives them. If you write a store, read the changes in its function
/// ``PersistentStore/commit(_:)``.
///
/// ```swift
/// func log(_ changes: StoreChanges) {
///   for change in changes { print(change.kind, change.id, change.values.count) }
/// }
/// ```
/// The simplest way is to iterate over the changes, or to get them all as a ``StoreTransaction``. It is faster to read
/// only the parts that your store needs, by their position, because this reads the values directly from the saved
/// objects without copying them. After ``PersistentStore/commit(_:)`` has returned, the changes no longer have values.
///
/// ## Topics
///
/// ### The Save
/// - ``author``
/// - ``contextName``
/// - ``date``
/// - ``state``
/// - ``committedState``
/// - ``transaction``
///
/// ### One Change
/// - ``kind(at:)``
/// - ``id(at:)``
/// - ``key(at:)``
/// - ``entityName(at:)``
/// - ``version(at:)``
/// - ``hasValues(at:)``
/// - ``forEachValue(at:_:)``
/// - ``links(at:)``
public final class StoreChanges: RandomAccessCollection {
  /// The parts of a change before its values.
  private struct Head {
    let handle: Handle
    let kind: StoreChange.Kind
    let hasValues: Bool
    /// The position of the entity in the model.
    let entity: Int32
    let version: UInt32
    let key: Int64
    /// The properties that an update changes, found by comparing all values.
    let changed: ChangedProperties
    /// The position of the changed lists; −1 if no list has changed.
    var links: Int32 = -1
  }

  @exclusivity(unchecked) private var heads: ContiguousArray<Head> = []
  private var links: [[StoreChange.Links]] = []
  /// The slots of the saved objects. It is `nil` if the changes were created from a transaction, and after the store
  /// has returned.
  @exclusivity(unchecked) private var slots: SlotTable?
  private let model: ModelRuntime?
  private let storeID: UUID
  /// The transaction if the changes are a value.
  private let value: StoreTransaction?
  private let now: () -> Date
  /// The `transactionAuthor` of the saving context. It is `nil` if the changes were created from a transaction.
  public var author: String?
  /// The `name` of the saving context. It is `nil` if the changes were created from a transaction.
  public var contextName: String?
  /// The current time by the clock of the container. A store that records the time of each save uses it.
  public var date: Date { now() }

  /// The state of the store that the saving context has read. It is `nil` if the save is correct in any state.
  ///
  /// Some saves depend on objects that they do not change. For example, a context computes a derived value from the
  /// objects that it has read. If another context has changed these objects in the meantime, the derived value is
  /// wrong.
  ///
  /// A store whose states have tokens therefore compares this state with its current one in the transaction of the
  /// save. If they differ, the store throws ``StoreConflicts/stateConflict``. The context then reads the objects again
  /// and repeats the save.
  public var state: PersistentHistoryToken?
  /// The state of the store after the commit. A store with tokens sets it. In other stores it stays `nil`.
  public var committedState: PersistentHistoryToken?

  /// Creates the changes from a transaction, which may have been recorded earlier.
  public init(_ transaction: StoreTransaction) {
    (value, model, storeID) = (transaction, nil, transaction.changes.first?.id.storeID ?? UUID())
    now = { Date() }
  }

  /// Creates changes of objects, without any changes yet.
  ///
  /// - Parameters:
  ///   - slots: The slots of the objects. They are accessed until ``end()``.
  ///   - capacity: The expected number of changes.
  init(
    _ slots: SlotTable, _ model: ModelRuntime, storeID: UUID,
    now: @escaping () -> Date, capacity: Int
  ) {
    (value, self.slots, self.model, self.storeID, self.now) = (nil, slots, model, storeID, now)
    heads.reserveCapacity(capacity)
  }

  /// Changes that follow only from changes of other objects.
  struct Implied {
    /// The objects that are deleted together with their owner.
    var deletions: Set<ManagedObjectID> = []
    /// The positions of links that were cleared only from their other ends.
    var cuts: [ManagedObjectID: [Int]] = [:]
  }

  /// The changes that follow only from changes of other objects. Empty if the changes were created from a transaction.
  var implied: Implied {
    var implied = Implied()
    guard let slots else { return implied }
    for position in indices {
      guard let object = slots.anyObject(heads[position].handle) else { continue }
      let row = object.row
      if row.state.contains(.cascaded) { implied.deletions.insert(id(at: position)) }
      let cuts = object.shape.persistent.enumerated().filter { _, place in
        place.kind == .object && row.isChanged(place) && row.link(place).isCut
      }
      if !cuts.isEmpty { implied.cuts[id(at: position)] = cuts.map(\.offset) }
    }
    return implied
  }

  /// Adds the change of an object.
  ///
  /// - Parameters:
  ///   - changed: The properties that an update changes.
  ///   - hasValues: Whether the change sets attributes or to-one relationships.
  func add(
    _ object: ManagedObject, _ kind: StoreChange.Kind, _ changed: ChangedProperties,
    hasValues: Bool, _ links: [StoreChange.Links]
  ) {
    let row = object.row
    var head = Head(
      handle: row.handle, kind: kind, hasValues: hasValues,
      entity: Int32(object.shape.index), version: kind == .insert ? 0 : row.version,
      key: row.slots[row.handle].key, changed: changed)
    if !links.isEmpty {
      head.links = Int32(self.links.count)
      self.links.append(links)
    }
    heads.append(head)
  }

  /// The slots of the saved objects, if the changes are a view of a graph.
  var savedSlots: SlotTable? { slots }

  /// Ends the access to the objects.
  func end() { slots = nil }

  /// Consecutive changes of the same kind to objects of the same entity.
  package struct Run {
    package let kind: StoreChange.Kind
    package let entityName: String
    package let positions: Range<Int>
  }

  /// All changes in their order, grouped into runs. Most saves have one or a few runs.
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

  /// Returns whether two changes have the same kind and entity.
  private func isAlike(_ left: Int, _ right: Int) -> Bool {
    if value == nil {
      return heads[left].kind == heads[right].kind && heads[left].entity == heads[right].entity
    }
    return kind(at: left) == kind(at: right) && entityName(at: left) == entityName(at: right)
  }

  // MARK: One change

  /// The position of the first change: 0.
  public var startIndex: Int { 0 }

  /// The number of changes. Insertions come first and deletions last.
  public var endIndex: Int { value?.changes.count ?? heads.count }

  /// The change at a position, with all its values.
  public subscript(index: Int) -> StoreChange {
    if let value { return value.changes[index] }
    var change = StoreChange(
      id(at: index), kind(at: index), version: version(at: index), links: links(at: index))
    forEachValue(at: index) { change.values.append(.init(property: $0, value: $1)) }
    return change
  }

  /// All changes as a value.
  public var transaction: StoreTransaction { value ?? StoreTransaction(Array(self)) }

  /// Returns the kind of a change.
  public func kind(at index: Int) -> StoreChange.Kind {
    value?.changes[index].kind ?? heads[index].kind
  }

  /// Returns the key of the changed object.
  public func key(at index: Int) -> Int64 { value?.changes[index].id.key ?? heads[index].key }

  /// Returns the name of the changed object's entity.
  public func entityName(at index: Int) -> String {
    guard let model else { return value?.changes[index].id.entityName ?? "" }
    return model.entities[Int(heads[index].entity)].name
  }

  /// Returns the identity of the changed object.
  public func id(at index: Int) -> ManagedObjectID {
    value?.changes[index].id
      ?? ManagedObjectID(entityName: entityName(at: index), key: key(at: index), storeID: storeID)
  }

  /// Returns the version of the row that a change is based on. It is 0 for an object that was never saved.
  public func version(at index: Int) -> UInt32 {
    value?.changes[index].version ?? heads[index].version
  }

  /// Returns whether a change sets attributes or to-one relationships.
  public func hasValues(at index: Int) -> Bool {
    value.map { !$0.changes[index].values.isEmpty } ?? heads[index].hasValues
  }

  /// Calls a closure with each new value of an attribute or a to-one relationship. The values are the same as in
  /// ``StoreChange/values``.
  ///
  /// - Parameters:
  ///   - index: The position of the change.
  ///   - visit: A closure that is called with each property and its value. The property is given by its position among
  ///     the entity's ``/ArmatureModel/EntityDescription/persistentProperties``.
  public func forEachValue(
    at index: Int, _ visit: (_ property: Int, _ value: AttributeValue) throws -> Void
  ) rethrows {
    if let value {
      for value in value.changes[index].values { try visit(value.property, value.value) }
      return
    }
    try withRow(at: index) { row, head in
      switch head.kind {
      case .insert: try row.forEachValue(visit)
      case .update: try row.forEachValue(of: head.changed, visit)
      case .delete: break
      }
    }
  }

  /// Visits the properties that ``forEachValue(at:_:)`` visits, for a change of an object that the store already has.
  package func forEachProperty(at index: Int, _ visit: (_ property: Int) -> Void) {
    if let value { return value.changes[index].values.forEach { visit($0.property) } }
    withRow(at: index) { row, head in
      row.forEachPlace(of: head.changed) { property, _ in visit(property) }
    }
  }

  /// Whether ``writeValues(at:to:)`` passes null for the missing values of an inserted object.
  package var givesAbsentValues: Bool { value == nil }

  /// Passes the values that ``forEachValue(at:_:)`` visits. Most of them are not wrapped in an `AttributeValue`.
  package func writeValues(at index: Int, to writer: some StoreValueWriter) throws {
    if let value {
      for value in value.changes[index].values { try writer.write(value.value, at: value.property) }
      return
    }
    try withRow(at: index) { row, head in
      switch head.kind {
      case .insert: try row.writeValues(to: writer)
      case .update: try row.writeValues(of: head.changed, to: writer)
      case .delete: break
      }
    }
  }

  /// Accesses the row of a change without reference counting. The change has values or is an insertion.
  private func withRow(at index: Int, _ body: (SavedRow, Head) throws -> Void) rethrows {
    let head = heads[index]
    // An insertion without values passes null for all of them.
    guard head.hasValues || head.kind == .insert, let model,
      let object = slots?[head.handle].object
    else { return }
    try object._withUnsafeGuaranteedRef {
      try body(SavedRow($0, in: model, storeID: storeID), head)
    }
  }

  /// Returns the changes of an object's to-many relationships.
  public func links(at index: Int) -> [StoreChange.Links] {
    if let value { return value.changes[index].links }
    let position = Int(heads[index].links)
    return position < 0 ? [] : links[position]
  }

  // MARK: Afterwards

  /// Sets the versions that the rows have got in the store.
  ///
  /// If only to-many relationships have changed, the object keeps its version, because its values may belong to an
  /// earlier state.
  func setVersions(_ versions: [UInt32]) {
    guard let slots else { return }
    for (head, version) in zip(heads, versions) where head.kind != .update || head.hasValues {
      slots[head.handle].object?._withUnsafeGuaranteedRef { $0.row.version = version }
    }
  }
}
