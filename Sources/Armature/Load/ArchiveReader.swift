import ArmatureModel

/// Decodes archived snapshots into objects of a context.
struct ArchiveReader {
  private let context: ManagedObjectContext
  /// The objects of the context, by their IDs in the archive.
  private var objects: [ManagedObjectID: ManagedObject] = [:]
  private var issues: [String] = []
  private(set) var unresolvedLinks: [ObjectArchive.UnresolvedLink] = []
  private var lists: [Link] = []
  private var ends: [Link] = []

  /// A snapshot with its position in the archive.
  private struct Record {
    let snapshot: ObjectSnapshot
    let list: StaticString
    let position: Int

    var place: String { "\(list)[\(position)]" }
  }

  /// A relationship to set when all objects exist.
  private struct Link {
    let object: ManagedObject
    let property: StoredProperty
    let value: AttributeValue
    let record: Int
  }

  init(_ context: ManagedObjectContext) { self.context = context }

  /// Returns the objects of two lists of snapshots.
  ///
  /// Lists are set before to-one links, because only a list has an order.
  ///
  /// - Throws: ``ObjectArchiveError``, or the store's error. The caller then reverts the changes.
  mutating func read(
    _ main: [ObjectSnapshot], _ others: [ObjectSnapshot]
  ) throws -> [ManagedObject] {
    let records =
      main.enumerated().map { Record(snapshot: $1, list: "objects", position: $0) }
      + others.enumerated().map { Record(snapshot: $1, list: "others", position: $0) }
    try context.takeUp(records.lazy.flatMap(\.snapshot.ids))
    var read: [ManagedObject] = []
    objects.reserveCapacity(records.count)
    for record in records {
      if let object = try object(of: record) { read.append(object) }
    }
    try throwIssues()
    for (index, object) in read.enumerated() { setValues(of: object, records[index], index) }
    for link in lists + ends {
      let record = records[link.record]
      do throws(ManagedObjectError) {
        try set(link, record.snapshot.objectID)
      } catch {
        report("\(error)", record)
      }
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

  /// Returns the existing object of the context, or a new one.
  private mutating func object(of record: Record) throws -> ManagedObject? {
    let id = record.snapshot.objectID
    do throws(ManagedObjectError) {
      _ = try context.entityRuntime(named: id.entityName)
    } catch {
      report("\(error)", record)
      return nil
    }
    if objects[id] != nil {
      report("\(id) must be archived once, but occurs twice.", record)
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

  /// Returns the object with an ID, if the context or its store has it. A store error is thrown at the end.
  private func there(_ id: ManagedObjectID) -> ManagedObject? {
    guard let object = context.registeredObject(for: id), object.isThere, object.isFilled() else {
      return nil
    }
    return object
  }

  /// Sets the attributes of an object and records its links for later.
  private mutating func setValues(of object: ManagedObject, _ record: Record, _ index: Int) {
    for (name, value) in record.snapshot.members {
      guard let property = object.runtime.property(named: name) else {
        let error = ManagedObjectError.unknownKey(
          entity: object.runtime.entity.name, key: name, suggestion: object.suggestion(for: name))
        report("\(error)", record)
        continue
      }
      guard property.description.isInData else { continue }
      switch property.kind {
      case .object:
        ends.append(Link(object: object, property: property, value: value, record: index))
      case .objects:
        lists.append(Link(object: object, property: property, value: value, record: index))
      default:
        if object.attribute(property.place) == value { continue }
        do throws(ManagedObjectError) {
          try object.setProperty(PropertyValue(value), property)
        } catch {
          report("\(error)", record)
        }
      }
    }
  }

  private mutating func set(
    _ link: Link, _ id: ManagedObjectID
  ) throws(ManagedObjectError) {
    let (object, property) = (link.object, link.property)
    let isToMany = property.kind == .objects
    let ids: [ManagedObjectID]
    switch link.value {
    case .null: ids = []
    case .object(let id) where !isToMany: ids = [id]
    case .objects(let list) where isToMany: ids = list
    default: throw object.wrongKind(property, PropertyValue(link.value))
    }
    let ends = ids.compactMap { end($0, property, id) }
    let present = object.valueOfIDs(property.place)
    let wanted: AttributeValue =
      isToMany ? .objects(ends.map(\.objectID)) : ends.first.map { .object($0.objectID) } ?? .null
    if !object.isSame(present, wanted, property) { try object.setObjects(ends, property.place) }
  }

  /// Returns the object at the end of a link; `nil` if it is missing, which is recorded as an unresolved link.
  private mutating func end(
    _ id: ManagedObjectID, _ property: StoredProperty, _ owner: ManagedObjectID
  ) -> ManagedObject? {
    if let object = objects[id] ?? there(id) { return object }
    unresolvedLinks.append(
      ObjectArchive.UnresolvedLink(object: owner, property: property.name, destination: id))
    return nil
  }
}

extension PropertyDescription {
  /// True if data contains the property: transient and derived properties are neither written nor read.
  var isInData: Bool { !isTransient && asAttribute?.derivation == nil }
}

extension ObjectSnapshot {
  /// The IDs of the object and of all objects that its relationships lead to.
  fileprivate var ids: [ManagedObjectID] {
    [objectID]
      + members.flatMap { _, value -> [ManagedObjectID] in
        switch value {
        case .object(let id): [id]
        case .objects(let ids): ids
        default: []
        }
      }
  }
}
