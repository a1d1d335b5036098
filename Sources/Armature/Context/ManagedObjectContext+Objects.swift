public import ArmatureModel

/// Inserting objects and looking them up.
extension ManagedObjectContext {
  /// Makes an object with its defaults, registers it, and calls its `awakeFromInsert()`.
  ///
  /// - Throws: ``ManagedObjectError`` if the model has no such entity, or it is abstract; what the store
  ///   throws if it gives out no keys.
  /// - Complexity: O(1) in the number of objects.
  @discardableResult public func insert(
    _ entityName: String
  ) throws -> ManagedObject {
    let runtime = try entityRuntime(named: entityName)
    try graph.keys.prepare()
    let object = runtime._withUnsafeGuaranteedRef {
      $0.makeObject(environment, in: graph.rowMemory(for: $0))
    }
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
    UndoHistory(graph).openStep()
    defer { UndoHistory(graph).closeStep() }
    let view = Managed<Type>(unchecked: try insert(Type.entityName))
    do {
      try fill(view)
    } catch {
      discard(view.managedObject)
      throw error
    }
    return view
  }

  /// Makes an object of the entity whose objects have a class.
  ///
  /// - Throws: ``ManagedObjectError`` if no entity has the class, or several have it, or it is abstract.
  @discardableResult public func insert<Object: ManagedObject>(
    _ class: Object.Type
  ) throws -> Object {
    let runtime = try entityRuntime(of: Object.self)
    try graph.keys.prepare()
    let made = runtime._withUnsafeGuaranteedRef {
      $0.makeObject(environment, in: graph.rowMemory(for: $0))
    }
    guard let object = made as? Object else { throw self.runtime.wrongClass(Object.self) }
    register(object)
    return object
  }

  /// The runtime of the entity whose objects have a class, which is not abstract.
  func entityRuntime(
    of type: ManagedObject.Type
  ) throws(ManagedObjectError) -> Unmanaged<EntityRuntime> {
    if let lastClass, lastClass.type == type { return runtime.runtime(at: lastClass.position) }
    let position = try runtime.entityPosition(of: type)
    let found = try entityRuntime(named: runtime.entities[position].name)
    lastClass = (type, position)
    return found
  }

  /// Registers an object that was made without a context.
  ///
  /// - Throws: ``ManagedObjectError`` if the object is in a context, or of another model.
  public func insert(_ object: ManagedObject) throws {
    guard object.row.handle.isNone else {
      throw ManagedObjectError.alreadyInserted(object.objectID)
    }
    let entity = object.runtime.entity.name
    if object.row.state.contains(.gone) { throw object.notThere }
    guard try entityRuntime(named: entity).takeUnretainedValue() === object.runtime else {
      throw ManagedObjectError.foreignModel(entity: entity)
    }
    try graph.keys.prepare()
    register(object)
  }

  func register(_ object: ManagedObject) {
    UndoHistory(graph).openStep()
    defer { UndoHistory(graph).closeStep() }
    graph.insert(object)
    // It may read what it is about to set.
    if object.shape.pointee.hasHooks {
      graph.userCode.allowingAbsentReads { object.awakeFromInsert() }
    }
  }

  /// The object of an ID, if the context has it.
  ///
  /// - Complexity: O(1).
  public func registeredObject(for id: ManagedObjectID) -> ManagedObject? { graph.object(for: id) }

  /// All objects that the context has, in the order in which it got them, but for those the next save
  /// deletes.
  ///
  /// - Complexity: O(*n*) in the number of these objects.
  public var registeredObjects: [ManagedObject] { graph.slots.pointee.objects(graph.keys.handles) }

  /// The objects of an entity and its sub-entities that the context has, in the order in which it got
  /// them: that of their insertion without a store. A store may have more, which ``fetchIDs(_:)`` and its like find.
  ///
  /// A name that the model lacks is a programmer error and traps with the near miss.
  ///
  /// - Complexity: O(*n*) in the number of these objects.
  public func objects(
    of entityName: String, file: StaticString = #fileID, line: UInt = #line
  ) -> [ManagedObject] {
    if runtime.index(of: entityName) == nil {
      programmerError("\(runtime.error(for: entityName, in: model))", file: file, line: line)
    }
    return graph.slots.pointee.objects(graph.handles(of: entityName))
  }

  /// The objects of a class, in the order of their insertion.
  ///
  /// A class that no entity declares, nor one under it, is a programmer error and traps.
  ///
  /// - Complexity: O(*n*) in the number of objects.
  public func objects<Object: ManagedObject>(
    of type: Object.Type, file: StaticString = #fileID, line: UInt = #line
  ) -> [Object] {
    guard type == ManagedObject.self || runtime.hasClass(type) else {
      programmerError("\(runtime.unknownClass(type))", file: file, line: line)
    }
    return registeredObjects.compactMap { $0 as? Object }
  }

  /// The objects of a typed entity and its sub-entities, in the order of their insertion.
  ///
  /// A type that the model lacks is a programmer error and traps.
  ///
  /// - Complexity: O(*n*) in the number of these objects.
  public func objects<Type: EntityType>(
    of type: Type.Type, file: StaticString = #fileID, line: UInt = #line
  ) -> [Managed<Type>] {
    objects(of: Type.entityName, file: file, line: line).map(Managed<Type>.init(unchecked:))
  }

  /// The object of an entity, or of one of its sub-entities, with an identifying value: as it
  /// is in the store, unless it was changed here.
  ///
  /// A name that the model lacks is a programmer error and traps with the near miss.
  ///
  /// - Complexity: O(1) on average, beside the objects that were changed since the last call; that of a
  ///   fetch where the store is asked.
  public func object(
    of entityName: String, identifiedBy value: AttributeValue, file: StaticString = #fileID,
    line: UInt = #line
  ) -> ManagedObject? {
    guard let position = runtime.index(of: entityName) else {
      programmerError("\(runtime.error(for: entityName, in: model))", file: file, line: line)
    }
    do {
      return try resolve(value, ofEntityAt: position).object
    } catch {
      graph.source.lastError = error
      return nil
    }
  }

  /// The objects that were inserted and never saved, in order.
  ///
  /// - Complexity: O(*n*) in the number of changed objects.
  public var insertedObjects: [ManagedObject] {
    graph.objects(graph.changes.inserted).filter { $0.row.state.contains(.inserted) }
  }

  /// The objects that have changed since they were saved, in the order of their first change.
  ///
  /// - Complexity: O(*n*) in the number of changed objects.
  public var updatedObjects: [ManagedObject] {
    graph.objects(graph.changes.updated).filter { $0.row.state.contains(.updated) }
  }

  /// The objects that the next save deletes, in order.
  ///
  /// - Complexity: O(*n*) in the number of changed objects.
  public var deletedObjects: [ManagedObject] {
    graph.slots.pointee.anyObjects(graph.changes.deleted)
  }

  /// Whether there is anything to save.
  ///
  /// - Complexity: O(1).
  public var hasChanges: Bool { graph.changes.count > 0 }

  /// Traps if something is to be done to an object of another context.
  func refuseStranger(
    _ object: ManagedObject, _ action: String, _ file: StaticString, _ line: UInt
  ) {
    if object.row.slots == graph.slots { return }
    programmerError(
      "\(object.objectID) must be \(action) by the context that it is in, but is by another one.",
      file: file, line: line)
  }
}
