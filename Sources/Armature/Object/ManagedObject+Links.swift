import ArmatureModel

/// Access to related objects.
///
/// Following a to-one relationship takes two loads. A to-many relationship takes one more load for each member. Because
/// the code is inlined into the caller, an access takes 3 ns plus a retain and a release. A call through the generic
/// conversions would take 250 ns.
///
/// The loads are safe for the same reasons as the loads of dynamic members. In addition, each handle refers to a slot,
/// and a slot without marks contains the address of an object that the context keeps alive.
extension ManagedObject {
  /// Returns the address of an attribute's value, or `nil` if it has no value. Used by chains of dynamic members, such
  /// as `book.author.name`.
  public final func _memory(of key: UInt64) -> UnsafeRawPointer? {
    let entry = place(of: key)
    guard entry.key == key, row.isPresent(entry.place) else { return nil }
    return UnsafeRawPointer(base + entry.place.offset)
  }

  /// Returns the object of a to-one relationship. Used by chains of dynamic members, such as `book.author.name`.
  public final func _end(of key: UInt64) -> (any PropertyContainer)? {
    let entry = place(of: key)
    return entry.key == key ? end(of: entry) : nil
  }

  /// Returns the number of objects in a to-many relationship, without creating an array of them.
  ///
  /// If the property is not a to-many relationship, this is a programmer error and traps.
  ///
  /// - Complexity: O(1). After a deletion, it is O(*n*) in the number of objects if the relationship may contain
  ///   deleted ones.
  @inlinable public final func memberCount(
    of name: PropertyName, file: StaticString = #fileID, line: UInt = #line
  ) -> Int {
    let key = name.key(.objects)
    let entry = place(of: key)
    if _fastPath(entry.key == key) { return memberCount(entry) }
    return otherMemberCount(name, file, line)
  }

  @usableFromInline @inline(never) final func otherMemberCount(
    _ name: PropertyName, _ file: StaticString, _ line: UInt
  ) -> Int {
    guard let property = runtime.property(named: name) else {
      unknownProperty(name.text, file: file, line: line)
    }
    guard property.kind == .objects else {
      programmerError(
        "\(ManagedObjectError.notToMany(entity: runtime.entity.name, property: property.name))",
        file: file, line: line)
    }
    willRead(property.place)
    return memberCount(property.place)
  }

  @usableFromInline final func memberCount(_ entry: PropertyEntry) -> Int {
    memberCount(entry.place)
  }

  /// Returns the object of a to-one relationship as a type. Returns `nil` if the object has another class.
  @usableFromInline @_transparent final func linked<Value: PropertyConvertible>(
    _ entry: PropertyEntry
  ) -> Value? {
    if Value.storageKind == .objects {
      if Value.self != [ManagedObject].self { return nil }
      return unsafeBitCast(members(entry.place), to: Value.self)
    }
    guard let object = end(of: entry) else { return nil }
    // One class, or a checked one: the cast to a generic type takes 30 ns.
    if Value.self == ManagedObject.self { return unsafeBitCast(object, to: Value.self) }
    return object as? Value
  }

  /// Returns the object of a to-one relationship.
  @usableFromInline @_transparent final func end(
    of entry: PropertyEntry
  ) -> ManagedObject? {
    let handle = base.load(fromByteOffset: entry.place.offset, as: UInt32.self)
    let table = base.load(fromByteOffset: 16, as: SlotTable.self)
    let word = table.slots[Int(handle)].word
    if _slowPath(word & SlotTable.Slot.marks != 0) { return otherEnd(entry.place) }
    return UnsafeRawPointer(bitPattern: word).map {
      Unmanaged<ManagedObject>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// Returns the object of a to-one relationship. If a required object is missing while a rule runs, a placeholder is
  /// returned.
  @usableFromInline @_transparent final func endForReading(
    _ entry: PropertyEntry
  ) -> ManagedObject? {
    end(of: entry) ?? absentEnd(entry.place)
  }

  /// Returns the object of a to-one relationship whose slot has marks, which means that the object is deleted or a
  /// fault.
  @usableFromInline @inline(never) final func otherEnd(_ place: RowPlace) -> ManagedObject? {
    graph?.object(row.link(place).handle)
  }

  /// Returns the object of a to-one relationship.
  final func end(_ place: RowPlace) -> ManagedObject? {
    guard isFilled() else { return nil }
    let handle = row.link(place).handle
    if handle.isNone { return nil }
    return row.slots.object(handle) ?? graph?.object(handle)
  }

  /// Returns the objects of a to-many relationship, in its order.
  @usableFromInline final func members(_ place: RowPlace) -> [ManagedObject] {
    members(place) { $0 }
  }

  /// Returns the results of a closure for each object of a to-many relationship, in its order.
  @inline(__always) final func members<Element>(
    _ place: RowPlace, _ make: (ManagedObject) -> Element
  ) -> [Element] {
    guard isReadable(place) else { return [] }
    let list = loadedList(place)
    if list.isEmpty { return [] }
    let slots = row.slots
    if _slowPath(slots.mayHaveFaults), let graph, graph.model.hasCustomClasses,
      !list.allSatisfy({ slots[$0].word & SlotTable.Slot.marks == 0 })
    {
      return graph.madeObjects(list.handles).map(make)
    }
    return Array(unsafeUninitializedCapacity: list.count) { buffer, count in
      list.forEach { handle in
        let slot = slots[handle]
        let object: ManagedObject?
        if _fastPath(slot.word & SlotTable.Slot.marks == 0) {
          object = slot.object?.takeUnretainedValue()
        } else {
          object = graph?.object(handle)
        }
        guard let object else { return }
        (buffer.baseAddress.unsafelyUnwrapped + count).initialize(to: make(object))
        count += 1
      }
    }
  }

  /// Returns the members as a collection of a class; `nil` if they have another class.
  @usableFromInline final func collection<Value>(_ place: RowPlace) -> Value? {
    let members = members(place)
    if Value.self == [ManagedObject].self { return unsafeBitCast(members, to: Value.self) }
    return (Value.self as? any ObjectCollection.Type)?.collecting(members) as? Value
  }

  @usableFromInline @_transparent final func isPresent(_ place: RowPlace) -> Bool {
    base.load(fromByteOffset: place.presentByte, as: UInt8.self) & place.bit != 0
  }

  /// Returns the list of a to-many relationship. Loads the list if necessary. The object must not be a fault.
  @inline(__always) final func loadedList(_ place: RowPlace) -> LinkList {
    let list = row.list(place)
    if _slowPath(!list.isLoaded) { loadList(place) }
    return list
  }

  @inline(never) private func loadList(_ place: RowPlace) {
    guard let graph else {
      requireContext(place)
      return row.list(place).load([])
    }
    ListLoader(graph).load(self, place)
  }

  /// Returns the number of objects of a to-many relationship.
  ///
  /// - Complexity: O(1). After a deletion, it is O(*n*) in the number of objects if the relationship may contain
  ///   deleted ones.
  final func memberCount(_ place: RowPlace) -> Int {
    guard isReadable(place) else { return 0 }
    let list = loadedList(place)
    let slots = row.slots
    guard mayNameMissing(place) else { return list.count }
    var count = 0
    list.forEach { if slots[$0].isThere { count += 1 } }
    return count
  }

  /// Returns whether a to-many relationship may contain objects that no longer exist.
  @inline(__always) final func mayNameMissing(_ place: RowPlace) -> Bool {
    let slots = row.slots
    return slots.hasMissing
      || slots.danglingCount > 0 && shape.link(at: place).mayDangle
  }

  /// Returns whether a relationship leads to an existing object. A link to a missing object reads as `nil`, and is not
  /// stored.
  ///
  /// - Complexity: O(1), plus the number of members that do not exist.
  @inline(__always) final func hasEnd(_ place: RowPlace) -> Bool {
    let row = row
    let slots = row.slots
    if place.kind == .object { return slots[row.link(place).handle].isThere }
    return !loadedList(place).allSatisfy { !slots[$0].isThere }
  }

  /// Returns whether a property has a value that stores keep.
  @inline(__always) final func hasValue(_ place: RowPlace) -> Bool {
    place.isLink ? hasEnd(place) : row.isPresent(place)
  }

  /// Returns the objects of a relationship, except for deleted ones.
  final func related(_ place: RowPlace) -> [ManagedObject] {
    if place.kind == .objects { return members(place) }
    return end(place).map { [$0] } ?? []
  }

  /// Returns the deleted objects of a relationship.
  final func lost(_ place: RowPlace) -> [Handle] {
    guard isFilled() else { return [] }
    var lost: [Handle] = []
    func look(_ handle: Handle) {
      if !handle.isNone, !row.slots[handle].isThere { lost.append(handle) }
    }
    if place.kind == .objects {
      loadedList(place).forEach(look)
    } else {
      look(row.link(place).handle)
    }
    return lost
  }

  /// Returns the object of a to-one relationship with a displaced entry.
  @usableFromInline @inline(never) final func otherEnd(_ name: PropertyName) -> ManagedObject? {
    entryToRead(name.key(.object)).flatMap { endForReading($0) }
  }

  /// Returns the objects of a to-many relationship with a displaced entry.
  @usableFromInline @inline(never) final func otherMembers(_ name: PropertyName) -> [ManagedObject]
  {
    entryToRead(name.key(.objects)).map { members($0.place) } ?? []
  }

  /// Sets a to-many relationship to a collection of objects of any class.
  @usableFromInline @inline(never) final func setCollection<Value>(
    _ value: Value?, _ name: PropertyName
  ) {
    setMembers(value.flatMap { $0 as? any ObjectCollection }?.objects ?? [], name)
  }

  /// Sets a to-many relationship by name; a rejected value is a programmer error.
  @usableFromInline @inline(never) final func setMembers(
    _ objects: [ManagedObject], _ name: PropertyName
  ) {
    guard let entry = displacedEntry(name.key(.objects)) else {
      return _setProperty(.objects(objects), named: name)
    }
    do {
      try setObjects(objects, entry.place)
    } catch {
      reject(error)
    }
  }

  /// Sets a to-one relationship by name; a rejected value is a programmer error.
  @usableFromInline @inline(never) final func setLink(
    _ object: ManagedObject?, _ name: PropertyName
  ) {
    guard let entry = displacedEntry(name.key(.object)) else {
      return _setProperty(object.map { .object($0) }, named: name)
    }
    setEnd(object, entry)
  }

  /// Sets a to-one relationship; a rejected value is a programmer error.
  @usableFromInline @inline(never) final func setEnd(
    _ object: ManagedObject?, _ entry: PropertyEntry
  ) {
    do {
      try setEnd(object, entry.place)
    } catch {
      reject(error)
    }
  }
}
