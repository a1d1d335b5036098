import ArmatureModel

/// The objects that a load creates or updates, in the order of their records.
///
/// The parts of a load refer to an object by the position of its record. This type finds the object for them, and
/// reverts the changes of a load that fails.
final class LoadedObjects {
  /// The place of a record, and its marks.
  struct Record {
    let handle: Handle
    private let text: Int32
    private let offset: Int
    var marks: Marks

    init(_ handle: Handle, place: LoadPlace, marks: Marks) {
      self.handle = handle
      text = Int32(place.text)
      offset = place.offset
      self.marks = marks
    }

    /// The start of the record.
    var place: LoadPlace { LoadPlace(text: Int(text), offset: offset) }
  }

  /// Facts about a record.
  struct Marks: OptionSet {
    let rawValue: UInt8

    /// The rules of the object held when it was read.
    static let isValid = Marks(rawValue: 1 << 0)
    /// The record breaks off.
    static let isIncomplete = Marks(rawValue: 1 << 1)
    /// No part of the record can be kept: its line has invalid syntax, or no record of its object has a required value.
    static let isRejected = Marks(rawValue: 1 << 2)
    /// The object's own hook has linked it to others.
    static let isLinkedByHook = Marks(rawValue: 1 << 3)
    /// The record updates an object that another record has created, or that existed before the load.
    static let isUpdate = Marks(rawValue: 1 << 4)
    /// A later record has the same object.
    static let isOvertaken = Marks(rawValue: 1 << 5)
    /// The record has been read to its end, in a load that updates objects.
    static let isRead = Marks(rawValue: 1 << 6)
  }

  let context: ManagedObjectContext
  /// True if records update the objects with their identities.
  let updates: Bool
  /// The state of the context before the load.
  private let before: ChangeJournal.Mark
  /// The position before the first key that the load allocates.
  private let firstKey: KeyBlocks.Mark
  // Unchecked: no access spans a call that could start another one. The checks took a thirtieth of a load.
  @exclusivity(unchecked) var records: ContiguousArray<Record> = []
  /// The records that have created objects, by the identities of these.
  var makers: [ScopedIdentity: Int] = [:]
  var objectRecords = ObjectRecords()
  private var hasLinksByHook = false
  /// Finds the saved objects with the identities of records.
  let resolver: IdentityResolver
  /// The identities of records that the store was asked about.
  var asked: Set<ScopedIdentity> = []
  /// Returns the identities of all records before they are read.
  var lookAhead: (() -> [ScopedIdentity])?
  /// The decisions made by identities.
  var decisions = IdentityDecisions()
  /// The positions by object, created on first use.
  private var positions: [ObjectIdentifier: Int] = [:]

  init(_ context: ManagedObjectContext, updates: Bool) {
    self.context = context
    self.updates = updates
    resolver = IdentityResolver(context.graph)
    before = context.graph.mark()
    firstKey = context.graph.keys.blocks.mark
  }

  /// The number of records so far.
  var count: Int { records.count }
  var indices: Range<Int> { 0..<records.count }

  subscript(position: Int) -> Record { records[position] }

  func mark(_ position: Int, _ marks: Marks) { records[position].marks.insert(marks) }

  /// Creates the object of a record.
  func make(_ plan: RecordPlan, at place: LoadPlace) -> ManagedObject {
    let memory = context.graph.rowMemory(for: plan.runtime)
    let object =
      plan.isPlain
      ? plan.runtime.makePlainObject(context.environment, in: memory)
      : plan.runtime.makeObject(context.environment, in: memory)
    context.graph.insert(object)
    // A hook of this object, or of one in a nested record, may use the indexes before the values are read.
    if readsBesideLookups { object.row.state.insert(.reading) }
    var marks: Marks = []
    if _slowPath(plan.hasHook) {
      context.graph.userCode.allowingAbsentReads { object.awakeFromInsert() }
      if plan.members.contains(where: { $0.isSetRelationship(of: object) }) {
        marks.insert(.isLinkedByHook)
        hasLinksByHook = true
      }
    }
    records.append(Record(object.row.handle, place: place, marks: marks))
    return object
  }

  /// True if the indexes may be used while records are read.
  private var readsBesideLookups: Bool { updates || context.graph.model.hasCustomClasses }

  /// Returns the object of a record; `nil` if a hook has deleted it.
  func object(at position: Int) -> ManagedObject? {
    context.graph.slots.object(records[position].handle)
  }

  /// Returns the object of a record for failures, even if it is deleted.
  func failureObject(at position: Int) -> ValidationFailure.Object? {
    context.graph.failureObject(records[position].handle)
  }

  /// Calls a closure with an object, without counting a reference, unless a hook has deleted it.
  @inline(__always) func withObject(_ handle: Handle, _ body: (ManagedObject) -> Void) {
    let slot = context.graph.slots[handle]
    if slot.isThere { slot.object?._withUnsafeGuaranteedRef(body) }
  }

  /// Reverts everything if the store has failed to allocate keys or to find the objects to update.
  ///
  /// - Throws: Any error of the store.
  func checkStore() throws {
    if context.graph.source.lastError == nil { return }
    undo()
    try context.graph.throwStoreError()
  }

  /// Computes the derived attributes of the objects, which rules may read.
  ///
  /// - Throws: ``ManagedObjectError`` if they never settle; everything is then reverted.
  func derive() throws {
    if !context.runtime.hasDerivations { return }
    do {
      try context.derive(from: indices.compactMap(object(at:)))
    } catch {
      undo()
      throw error
    }
  }

  /// Opens the objects to the indexes, after their values have been read.
  func endReading() {
    guard readsBesideLookups else { return }
    context.graph.indexes.endReading()
    for record in records {
      context.graph.slots.anyObject(record.handle)?.row.state.remove(.reading)
    }
  }

  /// Returns the position of the first record of an object.
  func position(of object: ManagedObject) -> Int? {
    if positions.isEmpty {
      for position in indices {
        guard !records[position].marks.contains(.isUpdate) || isFirst(position),
          let object = self.object(at: position)
        else { continue }
        positions[ObjectIdentifier(object)] = position
      }
    }
    return positions[ObjectIdentifier(object)]
  }

  /// Returns the object with an ID, if it still exists.
  func object(withID id: ManagedObjectID) -> ManagedObject? { context.registeredObject(for: id) }

  /// Returns the objects of an entity and its sub-entities, including earlier ones.
  func all(of entityName: String) -> [ManagedObject] { context.objects(of: entityName) }

  /// Returns the first object of the entity at a position with an identifying value.
  func object(ofEntityAt position: Int, identifiedBy value: AttributeValue) -> ManagedObject? {
    guard hasStore, !resolver.ghosts.isEmpty,
      let number = context.graph.indexes.identity(ofEntityAt: position)
    else { return context.graph.indexes.object(ofEntityAt: position, identifiedBy: value) }
    return resolver.holder(of: [value], number, ofEntityAt: position)
  }

  /// True if two objects share a unique value.
  var hasConflicts: Bool { context.graph.indexes.hasConflicts }

  /// Returns the original of an object with a duplicate identity: one from before the load, or else the first new one.
  func first(like object: ManagedObject) -> ManagedObject? {
    let graph = context.graph
    guard let group = graph.indexes.identityGroup(of: object) else { return nil }
    // A saved object may have come to the context after the objects of the records.
    if let last = group.others.last, let saved = graph.object(last), !isNew(saved) { return saved }
    return group.first == object.row.handle ? nil : graph.object(group.first)
  }

  /// Finds objects that share unique values.
  ///
  /// - Parameter mayFail: Returns whether the data may have caused an object's failure.
  func uniqueness(
    where mayFail: @escaping (ManagedObject, UniqueConstraint) -> Bool
  ) -> UniquenessValidator {
    UniquenessValidator(context.graph, ContiguousArray(records.map(\.handle)), where: mayFail)
  }

  /// Returns whether the load, or a hook that it called, has created an object.
  func isNew(_ object: ManagedObject) -> Bool {
    object.row.handle >= before.firstNew && object.row.state.contains(.inserted)
  }

  func isLinkedByHook(_ object: ManagedObject) -> Bool {
    guard hasLinksByHook, let position = position(of: object) else { return false }
    return records[position].marks.contains(.isLinkedByHook)
  }

  /// Restores the state of the context before the load.
  func undo() { context.graph.goBack(to: before) }

  /// The kept objects of a load.
  struct Kept {
    /// The keys of the new objects, in order.
    let keys: [Range<Int64>]
    /// The number of new objects.
    let count: Int
    /// The keys of the objects that existed before, in the order of their records: the changed and the unchanged
    /// objects.
    let (updatedKeys, unchangedKeys): ([Int64], [Int64])
  }

  /// Keeps the objects.
  func keep() -> Kept {
    context.graph.keepChanges(since: before)
    let former = updatedObjects.map { (object: $0, hasChanged: hasChanged($0)) }
    for index in decisions.findings.indices where decisions.findings[index].use == .update {
      let object = context.graph.slots.object(decisions.findings[index].handle)
      decisions.findings[index].isUnchanged = object?.row.state.contains(.updated) == false
    }
    context.graph.decisions.add(decisions, token: resolver.token)
    let keys = context.graph.keys.blocks.keys(since: firstKey)
    return Kept(
      keys: keys, count: keys.reduce(0) { $0 + $1.count },
      updatedKeys: former.filter(\.hasChanged).map(\.object.objectID.key),
      unchangedKeys: former.filter { !$0.hasChanged }.map(\.object.objectID.key))
  }

  /// Whether an object that was there before is to be saved with other values.
  private func hasChanged(_ object: ManagedObject) -> Bool {
    object.row.state.contains(.inserted)
      || object.row.state.contains(.updated) && object.hasPersistentChangedValues
  }

  /// Forgets the records, but not the objects.
  func forgetRecords() {
    records.removeAll(keepingCapacity: true)
    positions.removeAll(keepingCapacity: true)
    hasLinksByHook = false
  }

  /// Forgets the records and removes the objects, which keep their values.
  func forgetAll() {
    forgetRecords()
    GraphReset(context.graph).removeAll(keepingValues: true)
  }
}
