public import ArmatureModel

/// Inserting, deleting and looking up objects.
extension ManagedObjectContext {
  /// Makes an object with its defaults, registers it, and calls its `awakeFromInsert()`.
  ///
  /// - Throws: ``ManagedObjectError`` if the model has no such entity, or it is abstract.
  /// - Complexity: O(1) in the number of objects.
  @discardableResult public func insert(
    _ entityName: String
  ) throws -> ManagedObject {
    let object = try entityRuntime(named: entityName).makeObject(environment)
    register(object)
    return object
  }

  /// Makes an object of a typed entity, lets a closure fill it in, and returns the typed view.
  ///
  /// - Throws: ``ManagedObjectError`` if the model has no such entity, or it is abstract; or what the
  ///   closure throws, and then the object is gone again.
  @discardableResult public func insert<Type: EntityType>(
    _ type: Type.Type, _ fill: (Managed<Type>) throws -> Void = { _ in }
  ) throws -> Managed<Type> {
    let view = Managed<Type>(unchecked: try insert(Type.entityName))
    do {
      try fill(view)
    } catch {
      discard(view.object)
      throw error
    }
    return view
  }

  /// Makes an object of the entity whose objects have a class.
  ///
  /// - Throws: ``ManagedObjectError`` if no entity has the class, or several have it.
  @discardableResult public func insert<Object: ManagedObject>(
    _ class: Object.Type
  ) throws -> Object {
    let runtime = try entityRuntime(of: Object.self)
    guard let object = runtime.makeObject(environment) as? Object else {
      throw ManagedObjectError.unknownClass(name: "\(Object.self)", entity: nil)
    }
    register(object)
    return object
  }

  /// The runtime of the one entity whose objects are of a class.
  private func entityRuntime<Object: ManagedObject>(
    of type: Object.Type
  ) throws(ManagedObjectError) -> EntityRuntime {
    let name = "\(type)"
    // Compared by name first: two classes may have one, in different types or modules.
    let named = model.entities.filter { $0.objectClass?.name == name && !$0.isAbstract }
    // A sub-entity without a class of its own has that of its parent, which is the one that is meant.
    let found = named.filter { entity in
      entity.objectClass?.maker.map { $0 == type } ?? false
        && !named.contains {
          $0.name == entity.parent && $0.objectClass?.maker.map { $0 == type } ?? false
        }
    }
    guard let first = found.first else {
      throw .unknownClass(name: name, entity: named.first { $0.objectClass?.maker == nil }?.name)
    }
    guard found.count == 1 else {
      throw .ambiguousClass(name: name, entities: found.map(\.name))
    }
    return try entityRuntime(named: first.name)
  }

  /// Registers an object that was made without a context.
  ///
  /// - Throws: ``ManagedObjectError`` if the object is in a context, or of another model.
  public func insert(_ object: ManagedObject) throws {
    guard object.owner == nil else { throw ManagedObjectError.alreadyInserted(object.objectID) }
    let entity = object.runtime.entity.name
    if object.row.state.contains(.gone) { throw ManagedObjectError.gone(entity: entity) }
    guard try entityRuntime(named: entity) === object.runtime else {
      throw ManagedObjectError.foreignModel(entity: entity)
    }
    register(object)
  }

  private func register(_ object: ManagedObject) {
    enlist(object)
    object.awakeFromInsert()
  }

  /// Makes an object one of the context's, without telling it.
  func enlist(_ object: ManagedObject) {
    object.owner = self
    object.row.state = [.registered, .inserted]
    identityMap.insert(object)
  }

  /// Notes the first change of an object since it was saved.
  func noteUpdated(_ object: ManagedObject) { changes.updated.append(object) }

  /// The object of an ID, if the context has it.
  ///
  /// - Complexity: O(1).
  public func registeredObject(for id: ManagedObjectID) -> ManagedObject? {
    guard id.origin == origin else { return nil }
    return identityMap[id.number]
  }

  /// All objects, in the order of their insertion, but for those the next save deletes.
  public var registeredObjects: [ManagedObject] {
    identityMap.objects.filter { !$0.row.state.contains(.deleted) }
  }

  /// The objects of an entity and its sub-entities, in the order of their insertion.
  ///
  /// A name that the model lacks is a programmer error and traps with the near miss.
  ///
  /// - Complexity: O(*n*) in the number of objects.
  public func objects(of entityName: String) -> [ManagedObject] {
    expectEntity(entityName)
    return registeredObjects.filter { $0.runtime.ancestry.contains(entityName) }
  }

  func expectEntity(_ name: String) {
    if runtime.index(of: name) == nil { programmerError("\(runtime.error(for: name, in: model))") }
  }

  /// The objects of a class, in the order of their insertion.
  ///
  /// A class that no entity declares, nor one under it, is a programmer error and traps.
  ///
  /// - Complexity: O(*n*) in the number of objects.
  public func objects<Object: ManagedObject>(of type: Object.Type) -> [Object] {
    guard type == ManagedObject.self || runtime.hasClass(type) else {
      let entity = model.entities.first { entity in
        entity.objectClass.map { $0.maker == nil && $0.name == "\(type)" } ?? false
      }
      programmerError("\(ManagedObjectError.unknownClass(name: "\(type)", entity: entity?.name))")
    }
    return registeredObjects.compactMap { $0 as? Object }
  }

  /// The objects of a typed entity and its sub-entities, in the order of their insertion.
  ///
  /// - Complexity: O(*n*) in the number of objects.
  public func objects<Type: EntityType>(of type: Type.Type) -> [Managed<Type>] {
    objects(of: Type.entityName).map(Managed<Type>.init(unchecked:))
  }

  /// The objects that were inserted and never saved, in order.
  public var insertedObjects: [ManagedObject] {
    identityMap.objects(from: changes.firstUnsaved).filter { $0.row.state.contains(.inserted) }
  }

  /// The objects that have changed since they were saved, in the order of their first change.
  public var updatedObjects: [ManagedObject] { changes.updated.filter { $0.isUpdated } }

  /// The objects that the next save deletes, in order.
  public var deletedObjects: [ManagedObject] { Array(changes.deleted) }

  /// Whether there is anything to save.
  ///
  /// - Complexity: O(1) on average.
  public var hasChanges: Bool {
    !changes.deleted.isEmpty || changes.updated.contains { $0.row.state.contains(.updated) }
      || identityMap.objects(from: changes.firstUnsaved)
        .contains { $0.row.state.contains(.inserted) }
  }
}
