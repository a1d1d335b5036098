import ArmatureModel

/// A walk along the names of a path, from some objects to others or to values.
struct PathWalk {
  /// The objects reached so far, each once.
  private(set) var objects: [Weighted<ManagedObject>]
  /// The values at the end, if it is an attribute; absent ones, too.
  private var values: [Weighted<AttributeValue>]?
  /// The ways that ended at an empty to-one relationship after the last to-many one.
  private var absent = 0
  private var isToMany: Bool
  /// Whether the walk is over objects as they were last saved.
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
        // Without an object nothing is known of the rest of the path.
        return
      }
      follow(name, rest)
    }
  }

  private mutating func follow(_ name: String, _ rest: ArraySlice<String>) {
    // The members of one relationship are different objects; those of several may be the same.
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
        // The only name that may follow `entity` is `name`.
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
    // As for all aggregates absent values do not count.
    var seen: Set<AttributeValue> = [.null]
    values = values?.compactMap { value in
      seen.insert(value.element).inserted ? Weighted(element: value.element, ways: 1) : nil
    }
    absent = 0
    isToMany = true
  }

  /// The values at the end, objects as their IDs; absent ones are among several, too.
  var result: PredicateEvaluator.Result {
    isToMany ? .several(ends) : .one(ends.first?.element ?? .null)
  }

  /// The values at the end, each with its ways, and one that is absent if ways lead to none.
  private var ends: [Weighted<AttributeValue>] {
    let ends =
      values ?? objects.map { Weighted(element: .object($0.element.objectID), ways: $0.ways) }
    return absent > 0 ? ends + [Weighted(element: .null, ways: absent)] : ends
  }
}

extension ManagedObject {
  /// What one name of a path leads to; only here does the evaluation read rows.
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

  /// What a path of one name yields, without a walk.
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
  /// Whether one of the names of a path is that of a to-many relationship.
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
  /// The sum, at most the greatest number.
  func adding(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
