import ArmatureModel

/// The objects of a context, by the values of a uniqueness constraint.
///
/// The index is a hash table of handles, and the values stay in the rows of the objects. For each combination of
/// values, the table contains the first object that has it. Other objects may have the same values until the next save,
/// and are kept in a separate list. Objects without a value in one of the properties are not indexed.
///
/// Strings are compared by their bytes. The standard library seeds its hashes differently in each process, so an
/// attacker cannot prepare data with many collisions.
struct UniqueIndex {
  let constraint: UniqueConstraint
  private let slots: SlotTable

  private var table = HashTable()
  /// The other objects that have the values of an object in the table, in the order of insertion.
  ///
  /// They are slices because objects are often removed in the order of their insertion. Removing the first element of a
  /// slice takes no time.
  private var others: [Handle: ArraySlice<Handle>] = [:]

  init(_ constraint: UniqueConstraint, _ slots: SlotTable) {
    self.constraint = constraint
    self.slots = slots
  }

  func deallocate() { table.deallocate() }

  /// Returns whether the constraint applies to objects of an entity.
  func covers(_ shape: EntityShape) -> Bool {
    constraint.orders.contains(shape.order)
  }

  /// The positions of the properties in the covered entities.
  private var positions: [Int] { constraint.positions }

  mutating func removeAll() {
    table.removeAll()
    others = [:]
  }

  // MARK: Values

  /// Returns the hash of an object's values; `nil` if one is missing.
  private func hash(_ object: ManagedObject) -> UInt32? {
    var hasher = Hasher()
    let places = object.shape.places
    for position in positions {
      guard object.hash(places[position], into: &hasher) else { return nil }
    }
    return UInt32(truncatingIfNeeded: hasher.finalize())
  }

  /// Returns whether the values of an object were set since it was saved.
  func isChanged(_ object: ManagedObject) -> Bool {
    let places = object.shape.places
    return positions.contains { object.row.isChanged(places[$0]) }
  }

  /// Returns the hash of some values. A related object is hashed by its slot.
  private static func hash(
    _ values: [AttributeValue], _ end: (ManagedObjectID) -> Handle
  ) -> UInt32 {
    var hasher = Hasher()
    for value in values {
      if case .object(let id) = value {
        hasher.combine(end(id))
      } else {
        ManagedObject.hash(value, into: &hasher)
      }
    }
    return UInt32(truncatingIfNeeded: hasher.finalize())
  }

  private static func isSame(
    _ left: ManagedObject, _ right: ManagedObject, at positions: [Int]
  ) -> Bool {
    let (mine, theirs) = (left.shape.places, right.shape.places)
    return positions.allSatisfy { left.isSame(mine[$0], right, theirs[$0]) }
  }

  // MARK: Changing

  /// Adds some objects with their current values. Objects without a value in one of the properties are left out.
  ///
  /// In a large table, nearly each access misses the processor's caches. A first loop therefore accesses the places of
  /// all objects, so that the processor waits for many of them at the same time. This halves the time of a million
  /// insertions.
  mutating func insert(_ handles: ContiguousArray<Handle>) {
    var found: [(object: Unmanaged<ManagedObject>, hash: UInt32, isFree: Bool)] = []
    found.reserveCapacity(handles.count)
    for handle in handles {
      guard let object = slots[handle].object else { continue }
      object._withUnsafeGuaranteedRef {
        guard covers($0.shape), let hash = hash($0) else { return }
        found.append((object, hash, false))
      }
    }
    for index in found.indices { found[index].isFree = table.isFree(found[index].hash) }
    let (slots, positions) = (slots, positions)
    for (object, hash, isFree) in found {
      object._withUnsafeGuaranteedRef { object in
        let handle = object.row.handle
        if isFree, table.insertIfFree(handle.rawValue, hash) { return }
        let place = table.insert(handle.rawValue, hash) { number in
          slots[Handle(rawValue: number)].object?._withUnsafeGuaranteedRef {
            Self.isSame(object, $0, at: positions)
          } ?? false
        }
        if let place { join(handle, place) }
      }
    }
  }

  /// Adds an object to the group of the object at a place of the table.
  private mutating func join(_ handle: Handle, _ place: Int) {
    let first = Handle(rawValue: table[place])
    var group = others.removeValue(forKey: first) ?? []
    let later = max(first, handle)
    group.insert(later, at: Self.position(of: later, group))
    table[place] = min(first, handle).rawValue
    others[min(first, handle)] = group
  }

  /// Returns the place of an object's values in the table.
  private func place(of object: ManagedObject, _ hash: UInt32) -> Int? {
    find(hash) { $0 === object || Self.isSame(object, $0, at: positions) }
  }

  /// Returns the place of an object with a hash that satisfies a condition.
  @inline(__always) private func find(
    _ hash: UInt32, _ suits: (ManagedObject) -> Bool
  ) -> Int? {
    table.find(hash) { number in
      slots[Handle(rawValue: number)].object?._withUnsafeGuaranteedRef(suits) ?? false
    }
  }

  /// Returns the position of a handle in a sorted group, or the position where it would be inserted. A group may be
  /// very large.
  private static func position(of handle: Handle, _ group: ArraySlice<Handle>) -> Int {
    // Most are added and removed at the end.
    if group.last.map({ $0 < handle }) ?? true { return group.endIndex }
    return group.partitioningIndex { $0 >= handle }
  }

  /// Removes an object. The object must still have the values with which it was added.
  mutating func remove(_ object: ManagedObject) {
    guard let hash = hash(object), let place = place(of: object, hash) else { return }
    let (handle, first) = (object.row.handle, Handle(rawValue: table[place]))
    guard var group = others.removeValue(forKey: first) else {
      assert(first == handle, "The object must be there.")
      return table.remove(at: place)
    }
    var head = first
    if handle == first {
      head = group.removeFirst()
      table[place] = head.rawValue
    } else {
      group.remove(at: Self.position(of: handle, group))
    }
    if !group.isEmpty { others[head] = group }
  }

  // MARK: Finding

  /// Whether any two objects have the same values.
  var hasGroups: Bool { !others.isEmpty }

  /// Returns the objects with the same values as an object, including the object itself, in the order of insertion.
  ///
  /// - Returns: The first object and the others; `nil` if no other object has these values.
  func group(of object: ManagedObject) -> (first: Handle, others: ArraySlice<Handle>)? {
    if others.isEmpty { return nil }
    // A link to a deleted object is reported as such.
    let (row, places) = (object.row, object.shape.places)
    guard
      positions.allSatisfy({
        places[$0].kind != .object || !slots.leadsToDeleted(row.link(places[$0]))
      })
    else { return nil }
    guard let hash = hash(object), let place = place(of: object, hash) else { return nil }
    let first = Handle(rawValue: table[place])
    return others[first].map { (first, $0) }
  }

  /// Returns whether the index finds all objects with a value, compared as in predicates. The index must be over a
  /// single property.
  func answers(_ value: AttributeValue) -> Bool {
    switch (constraint.kind, value) {
    case (.int16, .int), (.int32, .int), (.int64, .int), (.string, .string), (.uuid, .uuid):
      return true
    default: return false
    }
  }

  /// Returns the objects with some values, in the order of insertion.
  ///
  /// - Parameter end: A closure that returns the slot of a related object.
  func handles(
    _ values: [AttributeValue], _ end: (ManagedObjectID) -> Handle = { _ in .none }
  ) -> ContiguousArray<Handle> {
    first(with: values, end).map { [$0] + (others[$0] ?? []) } ?? []
  }

  /// Returns the first object with some values.
  private func first(
    with values: [AttributeValue], _ end: (ManagedObjectID) -> Handle = { _ in .none }
  ) -> Handle? {
    guard positions.count == values.count else { return nil }
    let place = find(Self.hash(values, end)) { object in
      let places = object.shape.places
      return zip(positions, values).allSatisfy { position, value in
        guard case .object(let id) = value else {
          return object.row.isSame(value, places[position])
        }
        return places[position].kind == .object
          && object.row.link(places[position]).handle == end(id)
      }
    }
    return place.map { Handle(rawValue: table[$0]) }
  }

  /// Returns the first object with a value, for a constraint over a single property. The object belongs to one of the
  /// given entities.
  func object(_ value: AttributeValue, _ orders: ClosedRange<Int32>) -> ManagedObject? {
    guard let first = first(with: [value]) else { return nil }
    func suiting(_ handle: Handle) -> ManagedObject? {
      slots.anyObject(handle)?.suiting(orders)
    }
    // Others are rare: two objects with one value cannot be saved.
    return suiting(first) ?? others[first]?.lazy.compactMap(suiting).first
  }
}

extension ManagedObject {
  /// Returns the object if it belongs to some entities.
  fileprivate final func suiting(_ orders: ClosedRange<Int32>) -> ManagedObject? {
    orders.contains(shape.order) ? self : nil
  }

  /// Hashes the value at a place; returns false for a missing value.
  fileprivate final func hash(_ place: RowPlace, into hasher: inout Hasher) -> Bool {
    let row = row
    guard row.isPresent(place) else { return false }
    switch place.kind {
    case .string:
      // In place: taking the text out of the row would count a reference.
      row[place, as: String.self].withUTF8 {
        hasher.combine(bytes: UnsafeRawBufferPointer($0))
      }
    case .int64: hasher.combine(row[place, as: Int64.self])
    // The handle alone: its destination may be deleted while the object is in the index.
    case .object: hasher.combine(row.link(place).handle)
    default: Self.hash(row.value(place), into: &hasher)
    }
    return true
  }

  /// Hashes a value like one in a row.
  fileprivate static func hash(_ value: AttributeValue, into hasher: inout Hasher) {
    switch value {
    case .string(let text): hash(text, into: &hasher)
    case .int(let number): hasher.combine(number)
    default: hasher.combine(value)
    }
  }

  private static func hash(_ text: String, into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }

  fileprivate final func isSame(
    _ place: RowPlace, _ other: ManagedObject, _ otherPlace: RowPlace
  ) -> Bool {
    guard row.isPresent(place), other.row.isPresent(otherPlace) else { return false }
    if place.kind == .object { return row.link(place).handle == other.row.link(otherPlace).handle }
    return other.row.isSame(row.value(place), otherPlace)
  }
}

extension Row {
  /// Returns whether an attribute has a value.
  fileprivate func isSame(_ value: AttributeValue, _ place: RowPlace) -> Bool {
    isPresent(place) && self.value(place) == value
  }
}
