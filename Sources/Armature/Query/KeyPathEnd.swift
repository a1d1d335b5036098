import ArmatureModel

/// Where a key path leads by the model alone, whatever objects there are.
struct KeyPathEnd {
  /// The type of the attribute, or element of one, at the end; `nil` for objects.
  var type: AttributeType?
  /// The entity of the objects at the end, or of those that have the attribute.
  var entity: String
  /// The first name that is a to-many relationship.
  var toMany: String?
  /// Whether a to-many relationship is on the way.
  var isToMany: Bool { toMany != nil }
}

extension EntityTree {
  /// Follows a key path through the model.
  ///
  /// - Parameters:
  ///   - includesSubentities: Whether a property counts as there if a sub-entity has it.
  ///   - includesFetched: Whether the path may lead over fetched properties, which no store can follow.
  /// - Throws: ``ManagedObjectError`` for the first name that leads nowhere.
  func follow(
    _ names: [String], from start: String, of path: String, includesSubentities: Bool,
    includesFetched: Bool = false
  ) throws(ManagedObjectError) -> KeyPathEnd {
    var end = KeyPathEnd(entity: start)
    var last = ""
    for name in names {
      if let type = end.type {
        guard case .composite(let elements) = type.storage else {
          throw .brokenPath(entity: start, path: path, component: last)
        }
        guard let element = elements.element(named: name) else {
          throw .unknownKey(
            entity: last, key: name, suggestion: nearMiss(name, in: elements.map(\.name)))
        }
        end.type = element.type
      } else {
        let found =
          includesSubentities
          ? property(named: name, of: end.entity)
          : entity(named: end.entity)?.property(named: name)
        switch found {
        case .attribute(let attribute): end.type = attribute.type
        case .relationship(let relationship):
          end.entity = relationship.destination
          if relationship.isToMany, end.toMany == nil { end.toMany = name }
        case .fetched(let fetched) where includesFetched:
          end.entity = fetched.destination
          if end.toMany == nil { end.toMany = name }
        case .fetched, nil:
          throw .unknownKey(
            entity: end.entity, key: name,
            suggestion: nearMiss(name, in: propertyNames(of: end.entity)))
        }
      }
      last = name
    }
    return end
  }
}
