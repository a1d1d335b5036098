import ArmatureModel

extension RecordPlan {
  /// A key of a record, and the property that it stands for.
  ///
  /// Only this file and ``RecordPlan/Place`` know how rows of records are laid out. A class, since
  /// descriptions are large and members are passed around.
  final class Member {
    let name: String
    let key: String
    let attribute: AttributeDescription?
    let relationship: RelationshipDescription?
    /// The position of the entity that a to-one or to-many relationship leads to.
    let destination: Int?
    let isToMany: Bool
    /// Whether the value may come from data.
    let isReadable: Bool
    let kind: StorageKind
    fileprivate let slot: RowLayout.Slot
    /// The other side of the relationship in the entity that was looked at last: data has many links
    /// of one kind in a row.
    private var inverse: (entity: Int, slot: RowLayout.Slot?)?

    init(_ slot: RowLayout.Slot, key: String, _ model: ModelRuntime) {
      self.slot = slot
      self.key = key
      name = slot.name
      kind = slot.kind
      attribute = slot.property.asAttribute
      relationship = slot.property.asRelationship
      destination = relationship.flatMap { model.index(of: $0.destination) }
      isToMany = slot.kind == .objects
      isReadable = attribute?.derivation == nil && !slot.property.isTransient
    }

    // MARK: Values

    /// The value of an attribute, or the IDs of the objects at the end of a relationship.
    func value(of object: ManagedObject) -> AttributeValue {
      relationship == nil ? object.row.value(slot) : object.currentValue(slot)
    }

    /// Stores a value that was read; false if it does not fit.
    func set(_ value: AttributeValue, in object: ManagedObject) -> Bool {
      object.row.markChanged(slot)
      return object.row.setValue(value, slot)
    }

    func clear(in object: ManagedObject) { object.row.clear(slot) }

    // MARK: Links

    func isSetRelationship(of object: ManagedObject) -> Bool {
      relationship != nil && object.row.isPresent(slot)
    }

    /// The objects at the end of the relationship that are there.
    func ends(of object: ManagedObject) -> [ManagedObject] { object.related(slot) }

    /// The object at the end of a to-one relationship.
    func end(of object: ManagedObject) -> ManagedObject? {
      isToMany ? nil : object.row.object(slot)
    }

    /// The object that an end is linked to already, if it can be linked to one only.
    func owner(of end: ManagedObject) -> ManagedObject? {
      let entity = end.runtime.index
      if inverse?.entity != entity {
        inverse = (entity, relationship?.inverse.flatMap { end.runtime.slot(named: $0) })
      }
      guard let slot = inverse?.slot, slot.kind == .object else { return nil }
      return end.row.object(slot)
    }

    /// Adds an object to the relationship, or makes it the only one.
    func link(_ owner: ManagedObject, to end: ManagedObject) throws(ManagedObjectError) {
      if isToMany {
        try owner.add(end, slot)
      } else {
        try owner.setObjects([end], slot)
      }
    }

    /// Whether a to-many relationship leads to objects.
    func hasMembers(in owner: ManagedObject) -> Bool {
      isToMany && !owner.row.list(slot).pointee.isEmpty
    }

    /// Brings a list into an order, as far as it has these objects; what else there is comes behind.
    func sort(_ owner: ManagedObject, by listed: [ManagedObject]) {
      let list = owner.row.list(slot)
      var sorted = ObjectList(listed.filter { list.pointee.contains($0) })
      for object in list.pointee.objects { sorted.append(object) }
      list.pointee = sorted
    }
  }

  /// Where the value of a member lies in a row: what reading and writing need of it, without
  /// references that would have to be counted.
  struct Place {
    let kind: StorageKind
    /// Whether a new object has a value, which only a null takes away.
    let hasDefault: Bool
    private let offset: Int
    private let maskOffset: Int
    private let bit: UInt64

    init(_ member: Member) {
      // Derived and transient properties take the slow path, which refuses them.
      kind = member.isReadable ? member.slot.kind : .converted
      hasDefault = member.isReadable && member.attribute?.defaultValue != nil
      offset = member.slot.offset
      maskOffset = member.slot.changedOffset
      bit = member.slot.bit
    }

    /// The value in a row.
    @inline(__always)
    func pointer(in base: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer { base + offset }

    @inline(__always)
    func isPresent(in base: UnsafeMutableRawPointer) -> Bool {
      base.load(fromByteOffset: maskOffset &+ 8, as: UInt64.self) & bit != 0
    }

    /// Marks a value that was stored as present and changed.
    @inline(__always)
    func markStored(in base: UnsafeMutableRawPointer) {
      let masks = base + maskOffset
      masks.storeBytes(of: masks.load(as: UInt64.self) | bit, as: UInt64.self)
      masks.storeBytes(
        of: masks.load(fromByteOffset: 8, as: UInt64.self) | bit, toByteOffset: 8,
        as: UInt64.self)
    }
  }
}
