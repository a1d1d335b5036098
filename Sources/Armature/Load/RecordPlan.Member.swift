import ArmatureModel

extension RecordPlan {
  /// A key of a record, and its property.
  ///
  /// A class, since descriptions are large and members are passed around.
  final class Member {
    let name: String
    let key: String
    let attribute: AttributeDescription?
    let relationship: RelationshipDescription?
    /// The position of the destination entity of a relationship.
    let destination: Int?
    let isToMany: Bool
    /// The attribute of the related objects that is their key in JSON; `nil` for an array.
    let mapKey: String?
    /// True if a value may be the key of a nested record in JSON, so that the record lacks it.
    let isMapKey: Bool
    /// True if the value may come from data.
    let isReadable: Bool
    /// True if numbers and Booleans may be written as strings, and strings as numbers.
    let isLenient: Bool
    let kind: StorageKind
    fileprivate let property: StoredProperty

    init(
      _ property: StoredProperty, key: String, isLenient: Bool, isMapKey: Bool, isStored: Bool,
      _ model: ModelRuntime
    ) {
      self.property = property
      self.key = key
      self.isMapKey = isMapKey
      self.isLenient = isLenient
      name = property.name
      kind = property.kind
      attribute = property.description.asAttribute
      relationship = property.description.asRelationship
      destination = relationship.flatMap { model.index(of: $0.destination) }
      isToMany = property.kind == .objects
      mapKey = isStored ? nil : relationship?.mapKey
      isReadable = property.description.isInData
    }

    /// The place of the value in a row.
    var place: RowPlace { property.place }

    /// The name of the property in an earlier model.
    var formerName: String? { attribute?.renamingIdentifier ?? relationship?.renamingIdentifier }

    /// The key, if messages must name it because it differs from the name of the property.
    var keyToName: String? { key == name ? nil : key }

    // MARK: Values

    /// Returns the value of an attribute, or the IDs of the objects of a relationship.
    func value(of object: ManagedObject) -> AttributeValue {
      object.currentValue(property)
    }

    /// Stores a value that was read; returns false if it does not fit.
    func set(_ value: AttributeValue, in object: ManagedObject) -> Bool {
      object.row.setChanged(property.place, true)
      return object.row.setValue(value, property.place)
    }

    /// Returns the value of an attribute in a draft; `nil` if it was not set.
    func given(in draft: ManagedObject) -> AttributeValue? {
      guard attribute != nil, draft.row.isChanged(property.place) else { return nil }
      // Not in one expression: `nil` is a literal of `AttributeValue`, too.
      return draft.row.value(property.place)
    }

    /// Sets an object's value to the value in its draft, unless it is the same.
    func give(_ object: ManagedObject, from draft: ManagedObject) throws(ManagedObjectError) {
      guard let value = given(in: draft), value != self.value(of: object) else { return }
      try object.setProperty(PropertyValue(value), property)
    }

    func clear(in object: ManagedObject) { object.row.clear(property.place) }

    // MARK: Links

    func isSetRelationship(of object: ManagedObject) -> Bool {
      relationship != nil && object.row.isPresent(property.place)
    }

    /// Returns the existing objects of the relationship.
    func ends(of object: ManagedObject) -> [ManagedObject] { object.related(property.place) }

    /// Returns the object of a to-one relationship.
    func end(of object: ManagedObject) -> ManagedObject? {
      isToMany ? nil : object.end(property.place)
    }

    /// Returns the object that an end is already linked to, if it can only be linked to one.
    func owner(of end: ManagedObject, _ object: ManagedObject) -> ManagedObject? {
      let plan = object.shape.link(at: property.place)
      guard plan.hasInverse, !plan.isInverseToMany else { return nil }
      return end.end(plan.inverse(in: end.shape))
    }

    /// Returns the relationship of an object.
    func side(of owner: ManagedObject) -> LinkSide {
      LinkSide(object: owner.row.handle, property: Int(property.place.index))
    }

    /// Returns the inverse relationship of an end, if it is a to-one relationship.
    func inverseSide(of end: ManagedObject, _ object: ManagedObject) -> LinkSide? {
      let plan = object.shape.link(at: property.place)
      guard plan.hasInverse, !plan.isInverseToMany else { return nil }
      return LinkSide(
        object: end.row.handle, property: Int(plan.inverse(in: end.shape).index))
    }

    /// Returns the to-one sides of a link to an end.
    func toOneSides(of owner: ManagedObject, _ end: ManagedObject) -> [LinkSide] {
      [isToMany ? nil : side(of: owner), inverseSide(of: end, owner)].compactMap { $0 }
    }

    /// Adds an object to a to-many relationship or sets the object of a to-one relationship.
    func link(_ owner: ManagedObject, to end: ManagedObject) throws(ManagedObjectError) {
      if isToMany {
        try owner.add(end, property.place)
      } else {
        try owner.setEnd(end, property.place)
      }
    }

    /// Removes an object from the relationship.
    func unlink(_ owner: ManagedObject, from end: ManagedObject) throws(ManagedObjectError) {
      if isToMany {
        try owner.remove(end, property.place)
      } else {
        try owner.setEnd(nil, property.place)
      }
    }

    /// True if the objects of the relationship are ordered.
    var isOrdered: Bool { relationship?.arity == .ordered }

    /// Returns whether a to-many relationship has members.
    func hasMembers(in owner: ManagedObject) -> Bool {
      isToMany && !owner.loadedList(property.place).isEmpty
    }

    /// Sorts a list in the order of some objects, followed by its other members.
    func sort(_ owner: ManagedObject, by listed: [ManagedObject]) {
      owner.sortMembers(property.place, by: listed)
    }
  }

  /// A relationship of an object, as one side of a link.
  struct LinkSide: Hashable {
    let object: Handle
    let property: Int
  }

  /// The place of a member's value in a row, with the facts for reading and writing it.
  struct Place {
    let place: RowPlace
    let kind: StorageKind
    /// True if a new object has a value, which only a null removes.
    let hasDefault: Bool

    init(_ member: Member) {
      place = member.property.place
      // Derived and transient properties take the slow path, which rejects them.
      kind = member.isReadable ? place.kind : .converted
      hasDefault = member.isReadable && member.attribute?.defaultValue != nil
    }
  }
}
