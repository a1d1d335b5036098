import ArmatureModel

/// The end of a key path according to the model alone.
struct KeyPathEnd {
  /// The type of the attribute, or of its element, at the end; `nil` for objects.
  var type: AttributeType?
  /// Whether the end is a member of a JSON value, which can be of any kind.
  var isOfAnyKind = false
  /// The entity of the objects at the end, or of the objects that have the attribute.
  var entity: String
  /// The first to-many relationship in the path.
  var toMany: String?
  /// True if the path contains a to-many relationship.
  var isToMany: Bool { toMany != nil }
}

extension EntityTree {
  /// Follows a key path through the model.
  ///
  /// - Parameters:
  ///   - includesSubentities: True to accept a property of a sub-entity.
  ///   - includesFetched: True to accept fetched properties, which no store can follow.
  /// - Throws: ``ManagedObjectError`` for the first unknown name.
  func follow(
    _ names: [String], from start: String, of path: String, includesSubentities: Bool,
    includesFetched: Bool = false
  ) throws(ManagedObjectError) -> KeyPathEnd {
    var end = KeyPathEnd(entity: start)
    var last = ""
    for name in names {
      if let type = end.type {
        if case .json = type.storage {
          end.isOfAnyKind = true
          continue
        }
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
