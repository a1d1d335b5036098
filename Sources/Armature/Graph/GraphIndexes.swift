import ArmatureModel

/// The indexes of a graph, and the objects that have changed since the indexes were last updated.
///
/// The first change of an object removes it from the indexes and adds it to a list. When an index is used the next
/// time, the objects in the list are indexed with their new values. Objects of entities without indexes are listed too,
/// because some marks must notice each later change.
struct GraphIndexes {
  private let model: ModelRuntime
  private let slots: SlotTable
  /// The indexes for uniqueness constraints.
  private(set) var unique: [UniqueIndex]
  /// The ordered indexes that the model declares.
  var ordered: [OrderedIndex]
  /// The indexes of words that the model declares.
  var words: [WordIndex]
  /// The index over the identifying attribute of each entity that was looked up.
  private var identities: [Int: Int?] = [:]
  /// The objects that are in the indexes and may have been changed without notice since the list was last emptied.
  private(set) var touched = ContiguousArray<Handle>()
  /// The touched objects that a load is reading. They are indexed after the load.
  private var waiting = ContiguousArray<Handle>()
  /// The objects of other entities that may have been changed without notice since the last mark.
  private var unwatched = ContiguousArray<Handle>()
  /// The maximum number of touched and unwatched objects that were removed. The lists still contain these objects.
  private var invalidatedCount = 0
  /// Objects before this handle will be removed soon, and are in no index.
  private var start = Handle.none

  init(_ model: ModelRuntime, _ slots: SlotTable) {
    self.model = model
    self.slots = slots
    unique = model.constraints.map { UniqueIndex($0, slots) }
    ordered = model.indexedProperties.compactMap {
      OrderedIndex($0.properties, of: $0.entity, model.tree, slots)
    }
    words = model.fullTexts.compactMap { WordIndex($0.index, of: $0.entity, model.tree) }
  }

  func deallocate() {
    for index in unique { index.deallocate() }
  }

  /// Makes the indexes update an object.
  mutating func touch(_ object: ManagedObject) {
    if !object.shape.hasIndexes || object.row.state.contains(.touched) {
      object.row.state.insert(.watched)
    } else {
      object.row.state.insert(.touched)
      touched.append(object.row.handle)
    }
  }

  /// Lists an object whose writes are not noticed from now on.
  @inline(__always) mutating func listUnwatched(_ object: ManagedObject) {
    if object.shape.hasIndexes {
      touched.append(object.row.handle)
    } else {
      unwatched.append(object.row.handle)
    }
  }

  /// Records that a possibly listed object was removed.
  mutating func noteGone(_ state: RowState) {
    if state.contains(.touched) { invalidatedCount += 1 }
  }

  /// Removes an object from the indexes. The object must still have the values with which it was added.
  mutating func remove(_ object: ManagedObject) {
    guard object.row.state.contains(.indexed) else { return }
    object.row.state.remove(.indexed)
    if object.row.handle < start { return }
    for position in unique.indices where unique[position].covers(object.shape) {
      unique[position].remove(object)
    }
    for position in ordered.indices where ordered[position].covers(object.shape) {
      ordered[position].remove(object)
    }
    for position in words.indices where words[position].covers(object.shape) {
      words[position].remove(object)
    }
  }

  /// Updates the indexes. After that, the next write to each of their objects is noticed.
  ///
  /// - Complexity: O(*n*) in the number of objects inserted or changed since the last call.
  mutating func update() {
    if touched.isEmpty { return }
    var entering = ContiguousArray<Handle>()
    entering.reserveCapacity(Self.blockSize)
    for handle in slots.inOrder(touched) {
      guard handle >= start, let object = slots[handle].object else { continue }
      if object._withUnsafeGuaranteedRef({ enters($0) }) { entering.append(handle) }
      if entering.count == Self.blockSize { insert(&entering) }
    }
    insert(&entering)
    touched.removeAll(keepingCapacity: touched.count <= 1024)
  }

  /// The number of objects added to the indexes together.
  private static let blockSize = 32

  /// Makes sure that the next write to an object is noticed.
  ///
  /// - Returns: Whether the object must be added to the indexes.
  private mutating func enters(_ object: ManagedObject) -> Bool {
    let row = object.row
    row.state.insert(.watched)
    if row.state.contains(.reading) {
      waiting.append(row.handle)
      return false
    }
    row.state.remove(.touched)
    // A fault is listed again when it is loaded.
    guard row.state.isDisjoint(with: .indexed | .deleted | .fault) else { return false }
    row.state.insert(.indexed)
    return true
  }

  /// Adds objects to the indexes and empties the list.
  private mutating func insert(_ handles: inout ContiguousArray<Handle>) {
    for position in unique.indices { unique[position].insert(handles) }
    for handle in handles where !ordered.isEmpty || !words.isEmpty {
      slots[handle].object?._withUnsafeGuaranteedRef { object in
        for position in ordered.indices where ordered[position].covers(object.shape) {
          ordered[position].insert(object)
        }
        for position in words.indices where words[position].covers(object.shape) {
          words[position].insert(object)
        }
      }
    }
    handles.removeAll(keepingCapacity: true)
  }

  /// Returns the index of a unique property of an entity, if the index can find some values. The entity is given by its
  /// number.
  func uniqueIndex(
    over property: String, of order: Int32, answering values: some Sequence<AttributeValue>
  ) -> Int? {
    unique.firstIndex { index in
      index.constraint.orders.contains(order) && index.constraint.properties[0] == property
        && values.allSatisfy(index.answers)
    }
  }

  /// Returns whether an object may have got the unique values of another object since it was last saved.
  func mayAgreeAnew(_ object: ManagedObject) -> Bool {
    let (row, shape) = (object.row, object.shape)
    if !shape.hasUniqueIndexes { return false }
    if row.version == 0 || row.state.contains(.inserted) { return true }
    return unique.indices.contains { unique[$0].covers(shape) && unique[$0].isChanged(object) }
  }

  /// Makes the indexes update the objects that were being read.
  mutating func endReading() {
    touched += waiting
    waiting = []
  }

  /// Makes sure that each later write is noticed.
  ///
  /// - Complexity: O(*n*) in the number of objects inserted or changed since the last mark.
  mutating func watchAll() {
    update()
    for handle in slots.inOrder(unwatched) {
      guard let object = slots[handle].object else { continue }
      object._withUnsafeGuaranteedRef { object in
        object.row.state.remove(.touched)
        object.row.state.insert(.watched)
      }
    }
    forgetUnwatched()
  }

  /// Clears the list of unindexed objects: the next write to each is noticed.
  mutating func forgetUnwatched() {
    unwatched.removeAll(keepingCapacity: unwatched.count <= 1024)
    invalidatedCount = 0
  }

  /// Keeps the lists from growing with inserted and removed objects.
  mutating func compact() {
    guard invalidatedCount > 64, invalidatedCount * 2 > touched.count + unwatched.count else {
      return
    }
    touched.removeAll { slots[$0].object == nil }
    unwatched.removeAll { slots[$0].object == nil }
    invalidatedCount = 0
  }

  /// Removes all objects. Objects before a handle will be removed soon, so they are not indexed again.
  mutating func removeAll(before end: Handle) {
    (touched, waiting, unwatched) = ([], [], [])
    invalidatedCount = 0
    start = max(start, end)
    for index in unique.indices { unique[index].removeAll() }
    for index in ordered.indices { ordered[index].removeAll() }
    for index in words.indices { words[index].removeAll() }
  }

  /// Removes list entries of objects before a handle.
  mutating func removeListed(before end: Handle) {
    touched.removeAll { $0 < end }
    waiting.removeAll { $0 < end }
    unwatched.removeAll { $0 < end }
    invalidatedCount = 0
  }

  /// Records that all slots are assigned anew, to objects that must be indexed.
  mutating func noteSlotsGivenBack() { start = .none }

  /// Returns whether an object is listed for an update.
  func isListed(_ handle: Handle) -> Bool { touched.contains(handle) || waiting.contains(handle) }

  // MARK: Finding

  /// Whether any two objects violate a uniqueness constraint.
  var hasConflicts: Bool {
    mutating get {
      update()
      return unique.contains(where: \.hasGroups)
    }
  }

  /// Returns the object of an entity or its sub-entities that has an identifying value.
  ///
  /// - Complexity: O(1) on average, plus the changes since the last call.
  mutating func object(
    ofEntityAt position: Int, identifiedBy value: AttributeValue
  ) -> ManagedObject? {
    guard let identity = identity(ofEntityAt: position) else { return nil }
    update()
    return unique[identity].object(
      value, model.tree.order(at: position)...model.tree.lastOrder(at: position))
  }

  /// Returns the objects that have the given values for a constraint, in the order of insertion.
  ///
  /// - Complexity: O(1) on average, plus the changes since the last call.
  mutating func holders(
    of values: [AttributeValue], _ constraint: Int, _ end: (ManagedObjectID) -> Handle
  ) -> ContiguousArray<Handle> {
    update()
    return unique[constraint].handles(values, end)
  }

  /// Returns the objects that have the same identity as an object, including the object itself. Returns `nil` if no
  /// other object has this identity.
  mutating func identityGroup(
    of object: ManagedObject
  ) -> (first: Handle, others: ArraySlice<Handle>)? {
    guard let identity = identity(ofEntityAt: object.shape.index) else { return nil }
    update()
    return unique[identity].group(of: object)
  }

  /// Returns the position of the index over the identifying attribute of an entity.
  mutating func identity(ofEntityAt position: Int) -> Int? {
    if let known = identities[position] { return known }
    let order = model.tree.order(at: position)
    let name = model.entities[position].identifyingAttributes.first?.name
    let found = model.constraints.firstIndex { constraint in
      constraint.orders.contains(order) && constraint.properties == name.map { [$0] }
    }
    identities[position] = .some(found)
    return found
  }
}
