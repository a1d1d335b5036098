public import ArmatureModel

/// An error that an object or a context throws if a call is invalid, for example because of an unknown property.
///
/// ```swift
/// do {
///   try book.setValue("many", forKey: "pages")
/// } catch ManagedObjectError.wrongType(_, let property, let expected, let found) {
///   print(property, expected, found)  // pages Int the text "many"
/// }
/// do { try book.setValue(1, forKey: "pagse") } catch { print(error) }
/// ```
public enum ManagedObjectError: Error, Hashable, Sendable {
  /// The entity has no property of this name.
  case unknownKey(entity: String, key: String, suggestion: String?)
  /// The request's rows have no column of this name.
  case unknownColumn(entity: String, name: String, suggestion: String?)
  /// The model has no entity of this name.
  case unknownEntity(name: String, suggestion: String?)
  /// The entity is abstract. Only its sub-entities can have objects.
  case abstractEntity(name: String, concrete: [String])
  /// The property cannot hold the value.
  case wrongType(entity: String, property: String, expected: String, found: String)
  /// The value of the composite lacks required elements.
  case partialComposite(entity: String, property: String, path: String)
  /// The value is not a case of the property's type.
  case noSuchCase(entity: String, property: String, cases: [AttributeValue], found: AttributeValue)
  /// The property is a decimal, but the value is a binary floating-point number. Such a number rarely equals the
  /// intended decimal.
  case inexactDecimal(entity: String, property: String, found: Double)
  /// The property was read as a type that it does not have.
  case wrongRead(entity: String, property: String, type: String, readAs: String)
  /// The property is not a to-many relationship, so it has no members to insert or remove.
  case notToMany(entity: String, property: String)
  /// The property is a relationship, but the operation supports attributes only.
  case notAttribute(entity: String, property: String)
  /// The property is a fetched property and cannot be set.
  case fetchedProperty(entity: String, property: String)
  /// The relationship requires objects of another entity.
  case wrongEntity(entity: String, property: String, expected: String, found: String)
  /// The objects of the relationship are not in the same context.
  case otherContext(entity: String, property: String)
  /// The context has no object with the ID.
  case unknownObject(entity: String, property: String, id: ManagedObjectID)
  /// No entity has the class.
  ///
  /// If the model was decoded, `entity` is the entity that still needs this class. Bind the class with
  /// `model.binding(_:in:)`.
  case unknownClass(name: String, entity: String?)
  /// Several entities have the class.
  case ambiguousClass(name: String, entities: [String])
  /// The entity is bound to another class.
  case wrongClass(entity: String, expected: String, found: String)
  /// No object with the ID exists in the context or in its store.
  case noSuchObject(ManagedObjectID)
  /// The object has been deleted, or is no longer in a context, for example after a reset.
  ///
  /// `property` is the name of the property that was accessed. It is `nil` if the call was about the whole object.
  case invalidated(ManagedObjectID, property: String?)
  /// Another context or process has deleted the object, and the context has noticed the deletion.
  ///
  /// `property` is the name of the property that was accessed. It is `nil` if the call was about the whole object.
  case missing(ManagedObjectID, property: String?)
  /// The store could not provide the values of the object or its related objects.
  case unreadable(ManagedObjectID, reason: String)
  /// The context of the object no longer exists.
  ///
  /// `property` is the name of the property that was accessed. It is `nil` if the call was about the whole object.
  case contextDeallocated(ManagedObjectID, property: String?)
  /// The object already belongs to a context.
  case alreadyInserted(ManagedObjectID)
  /// The context's model does not have the object's entity.
  case foreignModel(entity: String)
  /// The key path goes through a to-many relationship, so it needs an aggregate such as `@count`.
  case toManyPath(entity: String, path: String)
  /// The key path has an unknown aggregate.
  case unknownAggregate(entity: String, path: String, name: String)
  /// The aggregate does not support the type of the values. `found` is `nil` if the key path ends in a relationship.
  case unsupportedAggregate(entity: String, path: String, name: String, found: AttributeType?)
  /// The key path reaches more values than the limit allows.
  case tooManyValues(entity: String, path: String, limit: Int)
  /// A step of the key path does not lead to an object.
  case brokenPath(entity: String, path: String, component: String)
  /// Hooks such as `willSave()` kept changing objects during a save.
  case unstableSave(rounds: Int)
  /// A derived value kept changing. It depends on itself through a relationship.
  case unstableDerivation(entity: String, property: String, rounds: Int)
  /// `didSave()` kept changing objects and saving them again.
  case endlessSave(rounds: Int)
  /// A save was requested during a save.
  case nestedSave
  /// A batch request was executed by a context whose parent is another context. Execute it in a context that saves
  /// directly to a store.
  case noStore
  /// The model has no fetch template of this name.
  case unknownTemplate(name: String, suggestion: String?)
  /// The entity has no rule of this name that is declared with a closure.
  case unknownRule(entity: String, name: String, suggestion: String?)
  /// No entity has an attribute of type `JSONValue` with this name, in which unknown keys could be kept.
  case noAttributeForUnknownKeys(name: String, suggestion: String?)
}

extension ManagedObjectError: CustomStringConvertible {
  /// A message that says what is required, what was found, and how to fix it.
  public var description: String {
    switch self {
    case .unknownKey(let entity, let key, let suggestion):
      "\(entity) has no property \(key.quotedForMessage).\(Self.hint(suggestion))"
    case .unknownColumn(let entity, let name, let suggestion):
      "The row of \(entity) has no column \(name.quotedForMessage).\(Self.hint(suggestion))"
    case .unknownEntity(let name, let suggestion):
      "The model has no entity \(name.quotedForMessage).\(Self.hint(suggestion))"
    case .abstractEntity(let name, let concrete):
      "\(name) is abstract and has no objects of its own. Use one of its sub-entities: "
        + "\(concrete.joined(separator: ", "))."
    case .wrongType(let entity, let property, let expected, let found):
      "\(entity).\(property) must be \(expected), but is set to \(found)."
    case .partialComposite(let entity, let property, let path):
      "\(entity).\(property) must have all elements that its type needs, but setting \(path) "
        + "alone leaves some missing. Set the whole value first."
    case .noSuchCase(let entity, let property, let cases, let found):
      "\(entity).\(property) must be one of \(Self.list(cases.map(\.description))), but is set to "
        + "\(found).\(Self.hint(found, cases))"
    case .inexactDecimal(let entity, let property, let found):
      "\(entity).\(property) must be Decimal, but is set to the number \(found). Set "
        + "Decimal(string: \"\(found)\"), which is exact."
    case .wrongRead(let entity, let property, let type, let readAs):
      "\(entity).\(property) must be read as \(type), but is read as \(readAs)."
    case .notToMany(let entity, let property):
      "\(entity).\(property) must be a to-many relationship to insert into or remove from, but "
        + "is not. Set it instead."
    case .notAttribute(let entity, let property):
      "\(entity).\(property) must be an attribute to be stored or validated alone, but is a "
        + "relationship, which has another side. Call setValue(_:forKey:), and validate() for the "
        + "object."
    case .fetchedProperty(let entity, let property):
      "\(entity).\(property) must be an attribute or a relationship to hold a value, but is a "
        + "fetched property, which has the results of a fetch. Read it with value(forKey:)."
    case .wrongEntity(let entity, let property, let expected, let found):
      "\(entity).\(property) must lead to \(expected), but is set to an object of \(found)."
    case .otherContext(let entity, let property):
      "\(entity).\(property) must lead to an object of the same context, but leads to another. "
        + "Insert both objects into one context first."
    case .unknownObject(let entity, let property, let id):
      "\(entity).\(property) must lead to an object of the context, but it has no \(id)."
    case .unknownClass(let name, let entity?):
      "\(entity) has lost its class, because the model was decoded. Bind it again: "
        + "model.binding(\(name).self, in: \(entity.quotedForMessage))."
    case .unknownClass(let name, nil):
      "No entity declares the class \(name). Write Entity(\"…\", class: \(name).self)."
    case .ambiguousClass(let name, let entities):
      "The class \(name) must belong to one entity, but belongs to \(Self.list(entities)). "
        + "Insert by the name of the entity."
    case .wrongClass(let entity, let expected, let found):
      "\(entity) must have objects of the class \(expected), but is bound to \(found)."
    case .noSuchObject(let id):
      "\(id) must be an object of the context or its store, but is missing. It may have been "
        + "deleted, or never saved."
    case .invalidated(let id, let property):
      "\(id) must be in a context\(Self.access(property)), but was deleted or reset. Look it up or "
        + "insert another."
    case .missing(let id, let property):
      "\(id) must be in the store\(Self.access(property)), but another save has deleted it. Discard "
        + "the changes, or insert another object."
    case .unreadable(let id, let reason):
      "\(id) must be read before it is changed, but its store failed: \(reason). Try again."
    case .contextDeallocated(let id, let property):
      "\(id) must be in a context\(Self.access(property)), but its context was released. Keep the "
        + "context while its objects are in use."
    case .alreadyInserted(let id):
      "An object must be inserted once, but \(id) is already in a context."
    case .foreignModel(let entity):
      "An object must be of the context's model, but its \(entity) is of another model."
    case .toManyPath(let entity, let path):
      "\(entity).\(path) leads to several values. Use values(forKeyPath:), or an aggregate such as "
        + "@count."
    case .unknownAggregate(let entity, let path, let name):
      "\(entity).\(path) must have an aggregate, but \(name) is not one. The aggregates are "
        + "@count, @sum, "
        + "@avg, @min, @max."
    case .tooManyValues(let entity, let path, let limit):
      "\(entity).\(path) must lead to at most \(limit) values, but leads to more. Use an aggregate "
        + "such as @count, or a shorter path."
    case .unsupportedAggregate(let entity, let path, let name, nil):
      "\(entity).\(path) must lead to an attribute, but leads to objects. Name an attribute "
        + "after \(name)."
    case .unsupportedAggregate(let entity, let path, let name, let found?):
      "\(entity).\(path) must lead to \(name == "@min" || name == "@max" ? "values with an order" : "numbers"), "
        + "but leads to \(found.phrase)."
    case .brokenPath(let entity, let path, let component):
      "\(entity).\(path) must lead to an object at each step, but \(component.quotedForMessage) "
        + "leads to none."
    case .unstableSave(let rounds):
      "willSave must stop changing objects, but still changed some after \(rounds) rounds. Set "
        + "a value "
        + "there only if it differs, or with setPrimitiveValue(_:forKey:)."
    case .unstableDerivation(let entity, let property, let rounds):
      "\(entity).\(property) must settle when it is derived, but still changed after \(rounds) "
        + "rounds. Do not derive it from values that depend on it, not even over relationships."
    case .endlessSave(let rounds):
      "didSave must stop changing and saving objects, but still did after \(rounds) rounds. Set "
        + "a value there only if it differs. All saves have succeeded; only the last changes "
        + "are pending."
    case .nestedSave:
      "A context must not be saved while it is saving or loading. Save after that call has "
        + "returned."
    case .noStore:
      "A batch must be executed by a context of a container, but this one has no store, or is a child. Make "
        + "the context with container.makeContext()."
    case .unknownTemplate(let name, let suggestion):
      "The model has no fetch template \(name.quotedForMessage).\(Self.hint(suggestion))"
    case .noAttributeForUnknownKeys(let name, let suggestion):
      "Unknown keys must be kept in an attribute of type JSONValue, but no entity has one called "
        + "\(name.quotedForMessage).\(Self.hint(suggestion))"
    case .unknownRule(let entity, let name, let suggestion):
      "\(entity) has no closure rule \(name.quotedForMessage).\(Self.hint(suggestion))"
    }
  }

  /// Names the property that was accessed, if it is known.
  private static func access(_ property: String?) -> String {
    property.map { " before its \($0) is accessed" } ?? ""
  }

  /// Joins some words with commas, at most twenty.
  private static func list(_ words: [String]) -> String {
    words.prefix(20).joined(separator: ", ") + (words.count > 20 ? ", …" : "")
  }

  private static func hint(_ found: AttributeValue, _ cases: [AttributeValue]) -> String {
    guard case .string(let text) = found else { return "" }
    return hint(
      nearMiss(text, in: cases.compactMap { if case .string(let text) = $0 { text } else { nil } }))
  }

  private static func hint(_ suggestion: String?) -> String {
    suggestion.map { " Did you mean \"\($0)\"?" } ?? ""
  }
}
