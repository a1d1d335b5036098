import ArmatureModel

/// A walk along the names of a path, from some objects to others or to values.
struct PathWalk {
  /// The objects reached so far, without duplicates.
  private(set) var objects: [Weighted<ManagedObject>]
  /// The values at the end, missing ones included, if the path ends in an attribute.
  private var values: [Weighted<AttributeValue>]?
  /// The number of ways that ended in an empty to-one relationship after the last to-many one.
  private var absent = 0
  private var isToMany: Bool
  /// True if the walk reads objects as last saved.
  private let isSaved: Bool

  init(_ objects: [Weighted<ManagedObject>], isToMany: Bool = false, isSaved: Bool) {
    self.objects = objects
    self.isToMany = isToMany
    self.isSaved = isSaved
  }

  mutating func follow(_ names: [String]) {
    for (index, name) in names.enumerated() where values == nil {
      let rest = names[(index + 1)...]
      if objects.isEmpty {
        // Without an object, the rest of the path is unknown.
        return
      }
      follow(name, rest)
    }
  }

  private mutating func follow(_ name: String, _ rest: ArraySlice<String>) {
    // The members of one relationship are distinct; several relationships may share members.
    var positions: [ObjectIdentifier: Int]? = objects.count > 1 ? [:] : nil
    var next: [Weighted<ManagedObject>] = []
    var ends: [Weighted<AttributeValue>] = []
    var crossesToMany = false
    var absent = absent
    for source in objects {
      switch source.element.step(to: name, isSaved: isSaved) {
      case nil: absent = absent.adding(source.ways)
      case .attribute(let value):
        ends.append(
          Weighted(element: value.element(along: rest) ?? .null, ways: source.ways))
      case .entity(let name):
        // Only `name` may follow `entity`.
        ends.append(Weighted(element: .string(name), ways: source.ways))
      case .objects(let objects, let isToMany):
        if isToMany { crossesToMany = true }
        if objects.isEmpty, !isToMany { absent = absent.adding(source.ways) }
        for object in objects {
          if let position = positions?[ObjectIdentifier(object)] {
            next[position].ways = next[position].ways.adding(source.ways)
          } else {
            positions?[ObjectIdentifier(object)] = next.count
            next.append(Weighted(element: object, ways: source.ways))
          }
        }
      }
    }
    if next.isEmpty, absent > 0, ends.isEmpty, let runtime = objects.first?.element.runtime,
      runtime.tree.leadsToMany([name] + rest, from: runtime.entity.name)
    {
      crossesToMany = true
    }
    if !ends.isEmpty { values = ends }
    objects = next
    self.absent = crossesToMany ? 0 : absent
    if crossesToMany { isToMany = true }
  }

  mutating func filter(_ isIncluded: (ManagedObject) -> Bool) {
    objects.removeAll { !isIncluded($0.element) }
    absent = 0
    isToMany = true
  }

  mutating func removeDuplicates() {
    for index in objects.indices { objects[index].ways = 1 }
    // Like all aggregates, this one ignores missing values.
    var seen: Set<AttributeValue> = [.null]
    values = values?.compactMap { value in
      seen.insert(value.element).inserted ? Weighted(element: value.element, ways: 1) : nil
    }
    absent = 0
    isToMany = true
  }

  /// The values at the end, with objects as their IDs. Several values include missing ones.
  var result: PredicateEvaluator.Result {
    isToMany ? .several(ends) : .one(ends.first?.element ?? .null)
  }

  /// The values at the end, each with its number of ways, and a missing value for the ways without an end.
  private var ends: [Weighted<AttributeValue>] {
    let ends =
      values ?? objects.map { Weighted(element: .object($0.element.objectID), ways: $0.ways) }
    return absent > 0 ? ends + [Weighted(element: .null, ways: absent)] : ends
  }
}

extension ManagedObject {
  /// The result of one name of a path. This is the only place where the evaluation reads rows.
  fileprivate enum Step {
    case attribute(AttributeValue)
    case objects([ManagedObject], isToMany: Bool)
    case entity(String)
  }

  fileprivate final func step(to name: String, isSaved: Bool) -> Step? {
    guard let property = runtime.property(named: name) else {
      return switch ObjectMember(rawValue: name) {
      case .objectID: .attribute(.object(objectID))
      case .entity: .entity(runtime.entity.name)
      case nil: nil
      }
    }
    if isSaved { return savedStep(to: property) }
    return switch property.kind {
    case .object: .objects(related(property.place), isToMany: false)
    case .objects: .objects(related(property.place), isToMany: true)
    default: .attribute(attribute(property.place))
    }
  }

  private func savedStep(to property: StoredProperty) -> Step {
    switch property.kind {
    case .object: .objects(savedObjects(property), isToMany: false)
    case .objects: .objects(savedObjects(property), isToMany: true)
    default: .attribute(committedValue(property))
    }
  }

  /// Returns the result of a path of one name, without a walk.
  final func result(of name: String, isSaved: Bool) -> PredicateEvaluator.Result {
    switch step(to: name, isSaved: isSaved) {
    case nil: .one(.null)
    case .attribute(let value): .one(value)
    case .entity(let name): .one(.string(name))
    case .objects(let objects, let isToMany):
      if isToMany {
        .several(objects.map { Weighted(element: .object($0.objectID), ways: 1) })
      } else {
        .one(objects.first.map { .object($0.objectID) } ?? .null)
      }
    }
  }
}

extension EntityTree {
  /// Returns whether a name of a path is a to-many relationship.
  fileprivate func leadsToMany(_ names: [String], from entity: String) -> Bool {
    var entity = entity
    for name in names {
      guard let relationship = property(named: name, of: entity)?.asRelationship else {
        return false
      }
      if relationship.isToMany { return true }
      entity = relationship.destination
    }
    return false
  }
}

extension Int {
  /// Returns the sum, limited to the greatest number.
  func adding(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
