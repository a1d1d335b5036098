public import ArmatureModel

/// Inserting objects and looking them up.
extension ManagedObjectContext {
  /// Creates an object with default values, inserts it into the context, and calls its `awakeFromInsert()`.
  ///
  /// - Throws: ``ManagedObjectError`` if the entity is unknown or abstract. The error of the store if it cannot
  ///   allocate a key.
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

  /// Creates an object of a typed entity, sets its values in a closure, and returns its typed view.
  ///
  /// - Throws: ``ManagedObjectError`` if the entity is unknown or abstract. If the closure throws an error, this method
  ///   throws the same error, and the object is not inserted.
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

  /// Creates an object of a class. The object belongs to the entity that uses the class.
  ///
  /// - Throws: ``ManagedObjectError`` if no entity or more than one entity uses the class, or if the entity is
  ///   abstract.
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

  /// Inserts an object that was created without a context.
  ///
  /// - Throws: ``ManagedObjectError`` if the object is already in a context, or belongs to another model.
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
    if object.shape.hasHooks {
      graph.userCode.allowingAbsentReads { object.awakeFromInsert() }
    }
  }

  /// Returns the object with an ID, or `nil` if the context has not loaded the object.
  ///
  /// This method does not access the store.
  ///
  /// - Complexity: O(1).
  public func registeredObject(for id: ManagedObjectID) -> ManagedObject? { graph.object(for: id) }

  /// All objects that the context has loaded or inserted, except for objects that the next save deletes.
  ///
  /// The objects are in the order in which the context has registered them.
  ///
  /// - Complexity: O(*n*) in the number of these objects.
  public var registeredObjects: [ManagedObject] { graph.slots.objects(graph.keys.handles) }

  /// Returns the objects of an entity and its sub-entities that the context has loaded or inserted.
  ///
  /// The objects are in the order in which the context has loaded or inserted them. The store may contain more objects
  /// of the entity. To find all of them, fetch them instead.
  ///
  /// An unknown name is a programmer error and traps. The message suggests a similar name.
  ///
  /// - Complexity: O(*n*) in the number of these objects.
  public func objects(
    of entityName: String, file: StaticString = #fileID, line: UInt = #line
  ) -> [ManagedObject] {
    if runtime.index(of: entityName) == nil {
      programmerError("\(runtime.error(for: entityName, in: model))", file: file, line: line)
    }
    return graph.slots.objects(graph.handles(of: entityName))
  }

  /// Returns the objects of a class that the context has loaded or inserted, in the order of insertion.
  ///
  /// If no entity uses the class or a subclass, this is a programmer error and traps.
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

  /// Returns the objects of a typed entity and its sub-entities that the context has loaded or inserted, in the order
  /// of insertion.
  ///
  /// If the model does not contain the entity, this is a programmer error and traps.
  ///
  /// - Complexity: O(*n*) in the number of these objects.
  public func objects<Type: EntityType>(
    of type: Type.Type, file: StaticString = #fileID, line: UInt = #line
  ) -> [Managed<Type>] {
    objects(of: Type.entityName, file: file, line: line).map(Managed<Type>.init(unchecked:))
  }

  /// Returns the object that has a given value in the identifying attribute of its entity, or `nil` if there is no such
  /// object.
  ///
  /// The context searches the store and its own unsaved changes. The object may belong to a sub-entity.
  ///
  /// An unknown name is a programmer error and traps. The message suggests a similar name.
  ///
  /// - Complexity: O(1) on average if the object is in memory, plus O(*n*) in the number of objects that have changed
  ///   since the last call. Otherwise, the time of a fetch.
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

  /// The inserted objects that were never saved, in the order of insertion.
  ///
  /// - Complexity: O(*n*) in the number of changed objects.
  public var insertedObjects: [ManagedObject] {
    graph.objects(graph.changes.inserted).filter { $0.row.state.contains(.inserted) }
  }

  /// The objects with unsaved changes, in the order of their first change. Newly inserted objects are not included.
  ///
  /// - Complexity: O(*n*) in the number of changed objects.
  public var updatedObjects: [ManagedObject] {
    graph.objects(graph.changes.updated).filter { $0.row.state.contains(.updated) }
  }

  /// The objects that the next save deletes, in the order of deletion.
  ///
  /// - Complexity: O(*n*) in the number of changed objects.
  public var deletedObjects: [ManagedObject] {
    graph.slots.anyObjects(graph.changes.deleted)
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
