import ArmatureModel

/// Gives the objects of a document the values of the objects that a load of the whole text has created.
struct PartialTransfer {
  private let context: ManagedObjectContext
  private let state: LoadState
  /// The objects of the load, in the order of their records.
  private var loaded: [ManagedObject] = []
  private var partners: [ObjectIdentifier: ManagedObject] = [:]
  /// The objects of the document by the byte offsets of their records.
  private(set) var objects: [Int: ManagedObject]

  init(_ round: LoadRound, to context: ManagedObjectContext, _ records: [PartialRecord]) {
    self.context = context
    state = round.state
    objects = [:]
    for record in records where record.object.isThere { objects[record.start] = record.object }
  }

  mutating func run() throws {
    try findPartners()
    for object in loaded { try setValues(of: object) }
    for object in loaded { try setLinks(of: object) }
    // A later link may have changed the order of an earlier list.
    for object in loaded { sortLinks(of: object) }
    try context.derive(from: loaded.compactMap { partners[ObjectIdentifier($0)] })
  }

  /// Finds or creates the object for each object of the load, and deletes the objects of records that were left out.
  private mutating func findPartners() throws {
    var rest = objects
    for position in state.objects.indices {
      guard let object = state.objects.object(at: position) else { continue }
      let place = state.objects[position].place.offset
      if let partner = partners[ObjectIdentifier(object)] {
        // The record updates an object that another record has created.
        objects[place] = partner
        continue
      }
      var partner = rest.removeValue(forKey: place)
      if let found = partner, found.shape != object.shape { partner = nil }
      let made = try partner ?? context.insert(object.runtime.entity.name)
      loaded.append(object)
      partners[ObjectIdentifier(object)] = made
      objects[place] = made
    }
    for (place, object) in rest {
      if objects[place] === object { objects[place] = nil }
      try context.delete(object)
    }
  }

  private func setValues(of object: ManagedObject) throws {
    guard let partner = partners[ObjectIdentifier(object)] else { return }
    for property in object.runtime.properties
    where property.description.asAttribute != nil
      && property.description.asAttribute?.derivation == nil
    {
      let value = object.currentValue(property)
      if value != partner.currentValue(property) {
        try partner.setProperty(PropertyValue(value), property)
      }
    }
  }

  private func setLinks(of object: ManagedObject) throws {
    guard let partner = partners[ObjectIdentifier(object)] else { return }
    for member in state.plans[object].members where member.relationship != nil {
      let (present, wanted) = (member.ends(of: partner), ends(member, object))
      if present.elementsEqual(wanted, by: ===) { continue }
      let (former, later) = (
        Set(present.map(ObjectIdentifier.init)), Set(wanted.map(ObjectIdentifier.init))
      )
      for end in present where !later.contains(ObjectIdentifier(end)) {
        try member.unlink(partner, from: end)
      }
      for end in wanted where !former.contains(ObjectIdentifier(end)) {
        try member.link(partner, to: end)
      }
    }
  }

  private func sortLinks(of object: ManagedObject) {
    guard let partner = partners[ObjectIdentifier(object)] else { return }
    for member in state.plans[object].members where member.isOrdered {
      let wanted = ends(member, object)
      if !member.ends(of: partner).elementsEqual(wanted, by: ===) {
        member.sort(partner, by: wanted)
      }
    }
  }

  /// Returns the objects of the document that a relationship leads to.
  private func ends(_ member: RecordPlan.Member, _ object: ManagedObject) -> [ManagedObject] {
    member.ends(of: object).compactMap { partners[ObjectIdentifier($0)] }
  }
}
