import ArmatureModel

/// Makes archived snapshots objects of a context.
struct ArchiveReader {
  private let context: ManagedObjectContext
  /// What the archived objects have become.
  private var objects: [ManagedObjectID: ManagedObject] = [:]
  private var issues: [String] = []
  private(set) var unresolvedLinks: [ObjectArchive.UnresolvedLink] = []

  /// A snapshot, and where it stands in the archive.
  private struct Record {
    let snapshot: ObjectSnapshot
    let place: String
  }

  init(_ context: ManagedObjectContext) { self.context = context }

  /// The objects of two lists of snapshots.
  ///
  /// Lists are set before to-one links, since they alone know an order.
  ///
  /// - Throws: ``ObjectArchiveError``, or what a store throws; the changes are made then, to be taken
  ///   back.
  mutating func read(
    _ main: [ObjectSnapshot], _ others: [ObjectSnapshot]
  ) throws -> [ManagedObject] {
    let records =
      main.enumerated().map { Record(snapshot: $1, place: "objects[\($0)]") }
      + others.enumerated().map { Record(snapshot: $1, place: "others[\($0)]") }
    try context.takeUp(records.lazy.flatMap(\.snapshot.ids))
    var read: [ManagedObject] = []
    for record in records {
      if let object = try object(of: record) { read.append(object) }
    }
    try throwIssues()
    for kinds in [Kind.attributes, .lists, .ends] {
      for (record, object) in zip(records, read) { set(kinds, record, object) }
    }
    try throwIssues()
    return read
  }

  private func throwIssues() throws(ObjectArchiveError) {
    if !issues.isEmpty { throw ObjectArchiveError(issues: issues) }
  }

  private mutating func report(_ issue: String, _ record: Record) {
    issues.append("\(record.place): \(issue)")
  }

  /// The object that the context has, or a new one.
  private mutating func object(of record: Record) throws -> ManagedObject? {
    let id = record.snapshot.objectID
    do throws(ManagedObjectError) {
      _ = try context.entityRuntime(named: id.entityName)
    } catch {
      report("\(error)", record)
      return nil
    }
    if objects[id] != nil {
      report("\(id) must be archived once, but is there twice.", record)
      return nil
    }
    let object = try there(id) ?? context.insert(id.entityName)
    guard object.runtime.entity.name == id.entityName else {
      report(
        "\(id) must be of the entity that it has in the context, which is "
          + "\(object.runtime.entity.name).", record)
      return nil
    }
    objects[id] = object
    return object
  }

  /// The object of an ID, if the context or its store has it; a store that fails throws in the end.
  private func there(_ id: ManagedObjectID) -> ManagedObject? {
    guard let object = context.registeredObject(for: id), object.isThere, object.isFilled() else {
      return nil
    }
    return object
  }

  /// What is set in one walk over the objects.
  private enum Kind {
    case attributes, lists, ends

    init(_ property: StoredProperty) {
      self =
        switch property.kind {
        case .object: .ends
        case .objects: .lists
        default: .attributes
        }
    }
  }

  private mutating func set(_ kind: Kind, _ record: Record, _ object: ManagedObject) {
    for (name, value) in record.snapshot.values.sorted(by: { $0.key < $1.key }) {
      guard let property = object.runtime.property(named: name) else {
        let error = ManagedObjectError.unknownKey(
          entity: object.runtime.entity.name, key: name, suggestion: object.suggestion(for: name))
        // Each name is looked at in each walk.
        if kind == .attributes { report("\(error)", record) }
        continue
      }
      if Kind(property) != kind || !property.description.isInData { continue }
      do throws(ManagedObjectError) {
        try set(property, value, object, record.snapshot)
      } catch {
        report("\(error)", record)
      }
    }
  }

  private mutating func set(
    _ property: StoredProperty, _ value: AttributeValue, _ object: ManagedObject,
    _ snapshot: ObjectSnapshot
  ) throws(ManagedObjectError) {
    guard property.isLink else {
      if object.attribute(property.place) != value {
        try object.setProperty(PropertyValue(value), property)
      }
      return
    }
    let isToMany = property.kind == .objects
    let ids: [ManagedObjectID]
    switch value {
    case .null: ids = []
    case .object(let id) where !isToMany: ids = [id]
    case .objects(let list) where isToMany: ids = list
    default: throw object.wrongKind(property, PropertyValue(value))
    }
    let ends = ids.compactMap { end($0, property, snapshot) }
    let present = object.valueOfIDs(property)
    let wanted: AttributeValue =
      isToMany ? .objects(ends.map(\.objectID)) : ends.first.map { .object($0.objectID) } ?? .null
    if !object.isSame(present, wanted, property) { try object.setObjects(ends, property.place) }
  }

  /// The object at the end of a link; notes one that there is not.
  private mutating func end(
    _ id: ManagedObjectID, _ property: StoredProperty, _ snapshot: ObjectSnapshot
  ) -> ManagedObject? {
    if let object = objects[id] ?? there(id) { return object }
    unresolvedLinks.append(
      ObjectArchive.UnresolvedLink(
        object: snapshot.objectID, property: property.name, destination: id))
    return nil
  }
}

extension PropertyDescription {
  /// Whether data have the property: neither transient nor derived ones are written or read.
  var isInData: Bool { !isTransient && asAttribute?.derivation == nil }
}

extension ObjectSnapshot {
  /// The object and all that its relationships lead to.
  fileprivate var ids: [ManagedObjectID] {
    [objectID]
      + values.values.flatMap { value -> [ManagedObjectID] in
        switch value {
        case .object(let id): [id]
        case .objects(let ids): ids
        default: []
        }
      }
  }
}
