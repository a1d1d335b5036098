import ArmatureModel

/// Where a key path leads by the model alone, whatever objects there are.
struct KeyPathEnd {
  /// The type of the attribute, or element of one, at the end; `nil` for objects.
  var type: AttributeType?
  /// Whether a to-many relationship is on the way.
  var isToMany = false

  /// Checks that an aggregate can make one value of those at the end.
  func check(
    _ aggregate: FetchExpression.Aggregate, _ object: ManagedObject, _ path: String
  ) throws(ManagedObjectError) {
    let isFit =
      switch aggregate {
      case .count, .distinct: true
      case .sum, .average: type?.isNumeric ?? false
      case .minimum, .maximum: type.map { !$0.sharesValues(with: .composite([])) } ?? false
      }
    if !isFit {
      throw .unfitAggregate(
        entity: object.runtime.entity.name, path: path, name: aggregate.rawValue, found: type)
    }
  }
}

extension ManagedObject {
  /// Follows a key path through the model: a property counts as there if a sub-entity has it.
  ///
  /// - Throws: ``ManagedObjectError`` for the first name that leads nowhere.
  final func follow(
    _ names: [String], of path: String
  ) throws(ManagedObjectError) -> KeyPathEnd {
    var end = KeyPathEnd()
    var entity = runtime.entity.name
    var last = ""
    for name in names {
      if let type = end.type {
        guard case .composite(let elements) = type.storage else {
          throw .brokenPath(entity: runtime.entity.name, path: path, component: last)
        }
        guard let element = elements.element(named: name) else {
          throw .unknownKey(
            entity: last, key: name, suggestion: nearMiss(name, in: elements.map(\.name)))
        }
        end.type = element.type
      } else {
        switch runtime.tree.property(named: name, of: entity) {
        case .attribute(let attribute): end.type = attribute.type
        case .relationship(let relationship):
          entity = relationship.destination
          if relationship.isToMany { end.isToMany = true }
        case .fetched, nil:
          throw .unknownKey(
            entity: entity, key: name,
            suggestion: nearMiss(name, in: runtime.tree.propertyNames(of: entity)))
        }
      }
      last = name
    }
    return end
  }
}
