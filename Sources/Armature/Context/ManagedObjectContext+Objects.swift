public import ArmatureModel

/// Inserting objects and looking them up.
extension ManagedObjectContext {
  /// Creates an object with default values, registers it, and calls its `awakeFromInsert()`.
  ///
  /// - Throws: ``ManagedObjectError`` if the entity is unknown or abstract; the store's error if it cannot allocate
  ///   keys.
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

  /// Creates an object of a typed entity, fills it in with a closure, and returns the typed view.
  ///
  /// - Throws: ``ManagedObjectError`` if the entity is unknown or abstract, or the error of the closure. The
  ///   insertion is taken back then.
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

  /// Creates an object of the entity that has a class.
  ///
  /// - Throws: ``ManagedObjectError`` if no entity or several entities have the class, or the entity is abstract.
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

  /// Returns the runtime of the concrete entity that has a class.
  func entityRuntime(
    of type: ManagedObject.Type
  ) throws(ManagedObjectError) -> Unmanaged<EntityRuntime> {
    if let lastClass, lastClass.type == type { return runtime.runtime(at: lastClass.position) }
    let position = try runtime.entityPosition(of: type)
    let found = try entityRuntime(named: runtime.entities[position].name)
    lastClass = (type, position)
    return found
  }

  /// Registers an object that was created without a context.
  ///
  /// - Throws: ``ManagedObjectError`` if the object is in a context, or of another model.
  public func insert(_ object: ManagedObject) throws {
    guard object.row.handle.isNone else {
      throw ManagedObjectError.alreadyInserted(object.objectID)
    }
    let entity = object.runtime.entity.name
    if object.row.state.contains(.invalidated) { throw object.notThere }
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
    // The hook may read values that it is about to set.
    if object.shape.pointee.hasHooks {
      graph.userCode.allowingAbsentReads { object.awakeFromInsert() }
    }
  }

  /// Returns the object with an ID, or `nil` if the context does not have it.
  ///
  /// - Complexity: O(1).
  public func registeredObject(for id: ManagedObjectID) -> ManagedObject? { graph.object(for: id) }

  /// All objects of the context in the order of their registration, except for objects that the next save deletes.
  ///
  /// - Complexity: O(*n*) in the number of these objects.
  public var registeredObjects: [ManagedObject] { graph.slots.pointee.objects(graph.keys.handles) }

  /// Returns the objects of an entity and its sub-entities that the context has, in the order of their registration.
  ///
  /// Without a store, this is the order of insertion. A store may have more objects: use ``fetchIDs(_:)`` or a fetch.
  ///
  /// An unknown name is a programmer error and traps; the message suggests a similar name.
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

  /// Returns the objects of a class that the context has, in the order of insertion.
  ///
  /// A class that no entity uses, directly or through a subclass, is a programmer error and traps.
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

  /// Returns the objects of a typed entity and its sub-entities that the context has, in the order of insertion.
  ///
  /// An entity that the model lacks is a programmer error and traps.
  ///
  /// - Complexity: O(*n*) in the number of these objects.
  public func objects<Type: EntityType>(
    of type: Type.Type, file: StaticString = #fileID, line: UInt = #line
  ) -> [Managed<Type>] {
    objects(of: Type.entityName, file: file, line: line).map(Managed<Type>.init(unchecked:))
  }

  /// Returns the object of an entity or its sub-entities with an identifying value, as saved in the store or changed
  /// here.
  ///
  /// An unknown name is a programmer error and traps; the message suggests a similar name.
  ///
  /// - Complexity: O(1) on average, plus the objects changed since the last call; the time of a fetch with a store
  ///   access.
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

  /// The objects inserted and never saved, in the order of insertion.
  ///
  /// - Complexity: O(*n*) in the number of changed objects.
  public var insertedObjects: [ManagedObject] {
    graph.objects(graph.changes.inserted).filter { $0.row.state.contains(.inserted) }
  }

  /// The objects changed since they were saved, in the order of their first change.
  ///
  /// - Complexity: O(*n*) in the number of changed objects.
  public var updatedObjects: [ManagedObject] {
    graph.objects(graph.changes.updated).filter { $0.row.state.contains(.updated) }
  }

  /// The objects that the next save deletes, in the order of deletion.
  ///
  /// - Complexity: O(*n*) in the number of changed objects.
  public var deletedObjects: [ManagedObject] {
    graph.slots.pointee.anyObjects(graph.changes.deleted)
  }

  /// A Boolean value that indicates whether the context has changes to save.
  ///
  /// - Complexity: O(1).
  public var hasChanges: Bool { graph.changes.count > 0 }

  /// Traps if an object belongs to another context.
  func rejectStranger(
    _ object: ManagedObject, _ action: String, _ file: StaticString, _ line: UInt
  ) {
    if object.row.slots == graph.slots { return }
    programmerError(
      "\(object.objectID) must be \(action) by the context that it is in, but is by another one.",
      file: file, line: line)
  }
}
