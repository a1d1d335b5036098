import ArmatureModel

extension RecordPlan {
  /// A key of a record, and the property that it stands for.
  ///
  /// A class, since descriptions are large and members are passed around.
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
    /// Whether numbers and truth values may be written as text, and text as a number.
    let isLenient: Bool
    let kind: StorageKind
    fileprivate let property: StoredProperty

    init(_ property: StoredProperty, key: String, isLenient: Bool, _ model: ModelRuntime) {
      self.property = property
      self.key = key
      self.isLenient = isLenient
      name = property.name
      kind = property.kind
      attribute = property.description.asAttribute
      relationship = property.description.asRelationship
      destination = relationship.flatMap { model.index(of: $0.destination) }
      isToMany = property.kind == .objects
      isReadable = property.description.isInData
    }

    /// Where the value lies in a row.
    var place: RowPlace { property.place }

    /// The name that the property had in an earlier model.
    var formerName: String? { attribute?.renamingIdentifier ?? relationship?.renamingIdentifier }

    /// The key, for messages that must name it because it differs from the name of the property.
    var keyToName: String? { key == name ? nil : key }

    // MARK: Values

    /// The value of an attribute, or the IDs of the objects at the end of a relationship.
    func value(of object: ManagedObject) -> AttributeValue {
      object.currentValue(property)
    }

    /// Stores a value that was read; false if it does not fit.
    func set(_ value: AttributeValue, in object: ManagedObject) -> Bool {
      object.row.setChanged(property.place, true)
      return object.row.setValue(value, property.place)
    }

    /// The value of an attribute that a draft has got; `nil` if it has got none.
    func given(in draft: ManagedObject) -> AttributeValue? {
      guard attribute != nil, draft.row.isChanged(property.place) else { return nil }
      // Not in one expression: `nil` is a literal of `AttributeValue`, too.
      return draft.row.value(property.place)
    }

    /// Gives an object the value that a draft of it has got, unless it is the same.
    func give(_ object: ManagedObject, from draft: ManagedObject) throws(ManagedObjectError) {
      guard let value = given(in: draft), value != self.value(of: object) else { return }
      try object.setProperty(PropertyValue(value), property)
    }

    func clear(in object: ManagedObject) { object.row.clear(property.place) }

    // MARK: Links

    func isSetRelationship(of object: ManagedObject) -> Bool {
      relationship != nil && object.row.isPresent(property.place)
    }

    /// The objects at the end of the relationship that are there.
    func ends(of object: ManagedObject) -> [ManagedObject] { object.related(property.place) }

    /// The object at the end of a to-one relationship.
    func end(of object: ManagedObject) -> ManagedObject? {
      isToMany ? nil : object.end(property.place)
    }

    /// The object that an end is linked to already, if it can be linked to one only.
    func owner(of end: ManagedObject, _ object: ManagedObject) -> ManagedObject? {
      let plan = object.shape.pointee.link(at: property.place).pointee
      guard plan.hasInverse, !plan.isInverseToMany else { return nil }
      return end.end(plan.inverse(in: end.shape))
    }

    /// The relationship of an object.
    func side(of owner: ManagedObject) -> LinkSide {
      LinkSide(object: owner.row.handle, property: Int(property.place.index))
    }

    /// The relationship that leads back from an end, if it leads to one object only.
    func inverseSide(of end: ManagedObject, _ object: ManagedObject) -> LinkSide? {
      let plan = object.shape.pointee.link(at: property.place).pointee
      guard plan.hasInverse, !plan.isInverseToMany else { return nil }
      return LinkSide(
        object: end.row.handle, property: Int(plan.inverse(in: end.shape).index))
    }

    /// The sides of a link to an end that lead to one object only.
    func toOneSides(of owner: ManagedObject, _ end: ManagedObject) -> [LinkSide] {
      [isToMany ? nil : side(of: owner), inverseSide(of: end, owner)].compactMap { $0 }
    }

    /// Adds an object to the relationship, or makes it the only one.
    func link(_ owner: ManagedObject, to end: ManagedObject) throws(ManagedObjectError) {
      if isToMany {
        try owner.add(end, property.place)
      } else {
        try owner.setEnd(end, property.place)
      }
    }

    /// Takes an object out of the relationship.
    func unlink(_ owner: ManagedObject, from end: ManagedObject) throws(ManagedObjectError) {
      if isToMany {
        try owner.remove(end, property.place)
      } else {
        try owner.setEnd(nil, property.place)
      }
    }

    /// Whether the objects at the end have an order.
    var isOrdered: Bool { relationship?.arity == .ordered }

    /// Whether a to-many relationship leads to objects.
    func hasMembers(in owner: ManagedObject) -> Bool {
      isToMany && !owner.loadedList(property.place).pointee.isEmpty
    }

    /// Sorts a list in the order of some objects; its other members come behind them.
    func sort(_ owner: ManagedObject, by listed: [ManagedObject]) {
      owner.sortMembers(property.place, by: listed)
    }
  }

  /// A relationship of an object, as one side of a link.
  struct LinkSide: Hashable {
    let object: Handle
    let property: Int
  }

  /// Where the value of a member lies in a row, with what reading and writing need to know of it.
  struct Place {
    let place: RowPlace
    let kind: StorageKind
    /// Whether a new object has a value, which only a null takes away.
    let hasDefault: Bool

    init(_ member: Member) {
      place = member.property.place
      // Derived and transient properties take the slow path, which refuses them.
      kind = member.isReadable ? place.kind : .converted
      hasDefault = member.isReadable && member.attribute?.defaultValue != nil
    }
  }
}
