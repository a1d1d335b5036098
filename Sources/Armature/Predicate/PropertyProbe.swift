import ArmatureModel
import Observation

/// Finds the property that a Swift key path reads.
///
/// A key path does not contain the name of its property. The probe therefore applies the key path to an object in a
/// separate context, and observes which property is read. If this runs user code, the code reads placeholders for
/// missing values. The probe rejects computed members: it recognizes them because they cannot be set, read several
/// properties, or return another value than they have read.
final class PropertyProbe {
  private let context: ManagedObjectContext
  private var objects: [ObjectIdentifier: ManagedObject] = [:]

  init(_ model: ManagedObjectModel) {
    context = ManagedObjectContext(model: model)
    context.tracksReads = true
    context.graph.userCode.absentReads = .unnoticed
  }

  /// Returns the name of an entity of a type.
  ///
  /// - Throws: ``ManagedObjectError`` if the model has no such entity.
  func entityName<Root: PredicateSubject>(
    of type: Root.Type
  ) throws(ManagedObjectError) -> String {
    try object(type).runtime.entity.name
  }

  /// Returns the property at the end of a key path from an object or its view. Returns `nil` if the key path does not
  /// end in a property.
  ///
  /// - Throws: ``ManagedObjectError`` if the model lacks the entity.
  func property<Root: PredicateSubject, Value>(
    at path: KeyPath<Root, Value>
  ) throws(ManagedObjectError) -> PropertyDescription? {
    // All accessors of properties can be set, but hardly any computed member. Such a member is not called.
    guard path is ReferenceWritableKeyPath<Root, Value> else { return nil }
    let object = try object(Root.self)
    guard let root = Root._view(of: object) else { return nil }
    func read() -> (value: Value, property: StoredProperty?) {
      context.graph.listeners.observers = GraphObservers()
      let value = withObservationTracking {
        root[keyPath: path]
      } onChange: {
      }
      let position = context.graph.listeners.observers.onlyRead(of: object.row.handle)
      return (value, position.map { object.runtime.properties[$0] })
    }
    guard let property = read().property else { return nil }
    switch property.description {
    case .fetched: return nil
    case .relationship(let relationship):
      guard relationship.isToMany else {
        return unwrapped(Value.self) is any PredicateSubject.Type ? property.description : nil
      }
      // With one member, a list of all members differs from a list of some.
      try? link(object, to: relationship)
      let (value, found) = read()
      guard found?.name == property.name, let members = value as? any Collection,
        elementType(of: members) is any PredicateSubject.Type,
        members.count == object.members(property.place).count
      else { return nil }
    case .attribute(let attribute):
      for sample in attribute.samples {
        guard (try? object.setPrimitiveValue(sample, forKey: attribute.name)) != nil else {
          continue
        }
        let (value, found) = read()
        guard found?.name == property.name,
          let value = value as? any PropertyConvertible,
          value.propertyValue.flatMap(AttributeValue.from) == sample
        else { return nil }
      }
    }
    return property.description
  }

  /// Adds an object to a relationship.
  private func link(_ object: ManagedObject, to relationship: RelationshipDescription) throws {
    let member = insert(try context.entityRuntime(ofKind: relationship.destination))
    try object.setValue([member], forKey: relationship.name)
  }

  /// Creates an object without hooks, which must not be seen.
  private func insert(_ entity: Unmanaged<EntityRuntime>) -> ManagedObject {
    let object = entity._withUnsafeGuaranteedRef { $0.makeObject(context.environment) }
    context.graph.insert(object)
    return object
  }

  /// Returns the object from which key paths of a type are followed.
  private func object<Root: PredicateSubject>(
    _ type: Root.Type
  ) throws(ManagedObjectError) -> ManagedObject {
    if let object = objects[ObjectIdentifier(type)] { return object }
    let object = insert(try Root.runtime(in: context))
    objects[ObjectIdentifier(type)] = object
    return object
  }
}

private func elementType<Values: Collection>(of values: Values) -> Any.Type { Values.Element.self }

extension AttributeDescription {
  /// Sample values that distinguish reading the attribute from computing something from it, if such values exist.
  fileprivate var samples: [AttributeValue] {
    let samples = type.samples
    return (samples.isEmpty ? standIns : samples).filter(admits)
  }
}
