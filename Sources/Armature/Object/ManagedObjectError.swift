public import ArmatureModel

/// Why an object or a context refused a call; the facts, from which the message is made.
public enum ManagedObjectError: Error, Hashable, Sendable {
  /// The entity has no property of the name.
  case unknownKey(entity: String, key: String, suggestion: String?)
  /// The model has no entity of the name.
  case unknownEntity(name: String, suggestion: String?)
  /// The entity is abstract: only its sub-entities have objects.
  case abstractEntity(name: String, concrete: [String])
  /// The property cannot hold the value.
  case wrongType(entity: String, property: String, expected: String, found: String)
  /// The property is of another type than the one that it is read as.
  case wrongRead(entity: String, property: String, type: String, readAs: String)
  /// The property is not a to-many relationship, so nothing can be inserted into it.
  case notToMany(entity: String, property: String)
  /// The relationship leads to another entity.
  case wrongEntity(entity: String, property: String, expected: String, found: String)
  /// The two objects of a relationship are not in the same context.
  case otherContext(entity: String, property: String)
  /// The context has no object of the ID.
  case unknownObject(entity: String, property: String, id: ManagedObjectID)
  /// The object has been deleted, or its context has let go of it.
  case gone(entity: String)
  /// The object belongs to a context already.
  case alreadyInserted(ManagedObjectID)
  /// The object's entity is not one of the context's model.
  case foreignModel(entity: String)
  /// The key path leads through a to-many relationship and needs an operator.
  case toManyPath(entity: String, path: String)
  /// The key path does not lead to a value.
  case brokenPath(entity: String, path: String, component: String)
  /// Hooks kept changing objects while a context was saving.
  case unstableSave(rounds: Int)
  /// A save was asked for while one was under way.
  case nestedSave
  /// The name of a rule to bind is not one of the entity's closures.
  case unknownRule(entity: String, name: String, suggestion: String?)
}

extension ManagedObjectError: CustomStringConvertible {
  /// What must be, what is, and what to do.
  public var description: String {
    switch self {
    case .unknownKey(let entity, let key, let suggestion):
      "\(entity) has no property \(key.quotedForMessage).\(Self.hint(suggestion))"
    case .unknownEntity(let name, let suggestion):
      "The model has no entity \(name.quotedForMessage).\(Self.hint(suggestion))"
    case .abstractEntity(let name, let concrete):
      "\(name) is abstract and has no objects of its own. Use one of its sub-entities: "
        + "\(concrete.joined(separator: ", "))."
    case .wrongType(let entity, let property, let expected, let found):
      "\(entity).\(property) must be \(expected), but is set to \(found)."
    case .wrongRead(let entity, let property, let type, let readAs):
      "\(entity).\(property) must be read as \(type), but is read as \(readAs)."
    case .notToMany(let entity, let property):
      "\(entity).\(property) must be a to-many relationship to insert into or remove from, but is "
        + "none. Set it instead."
    case .wrongEntity(let entity, let property, let expected, let found):
      "\(entity).\(property) must lead to \(expected), but is set to an object of \(found)."
    case .otherContext(let entity, let property):
      "\(entity).\(property) must lead to an object of the same context, but leads to another. "
        + "Insert both objects into one context first."
    case .unknownObject(let entity, let property, let id):
      "\(entity).\(property) must lead to an object of the context, but it has no \(id)."
    case .gone(let entity):
      "The \(entity) must be in a context, but was deleted or reset. Look it up or insert another."
    case .alreadyInserted(let id):
      "An object must be inserted once, but \(id) is in a context already."
    case .foreignModel(let entity):
      "An object must be of the context's model, but its \(entity) is of another model."
    case .toManyPath(let entity, let path):
      "\(entity).\(path) leads to several values. Use values(forKeyPath:), or an operator such as "
        + "@count."
    case .brokenPath(let entity, let path, let component):
      "\(entity).\(path) must lead to an object at each step, but \(component.quotedForMessage) "
        + "leads to none."
    case .unstableSave(let rounds):
      "willSave must come to rest, but still changed objects after \(rounds) rounds. Set a value "
        + "there only if it differs, or with setPrimitiveValue(_:forKey:)."
    case .nestedSave:
      "A context must not be saved while it is saving. Save after save() has returned."
    case .unknownRule(let entity, let name, let suggestion):
      "\(entity) has no closure rule \(name.quotedForMessage).\(Self.hint(suggestion))"
    }
  }

  private static func hint(_ suggestion: String?) -> String {
    suggestion.map { " Did you mean \"\($0)\"?" } ?? ""
  }
}
