import ArmatureModel

extension ManagedObject: ObjectServices {}

extension ManagedObject {
  /// The context of the object; `nil` for an object without a context.
  public final var managedObjectContext: ManagedObjectContext? {
    if isTakenOut { return nil }
    return row.slots.pointee.graph?._withUnsafeGuaranteedRef { $0.context }.map {
      // No other type sets itself as the context of a graph.
      unsafeDowncast($0, to: ManagedObjectContext.self)
    }
  }

  /// Inserts an object of the class's entity into a context: `Book(context: context)`.
  ///
  /// The same as ``ManagedObjectContext/insert(_:)->Object``, but traps instead of throwing. It is a programmer error
  /// if no entity or several entities have the class, or if the store cannot allocate keys.
  public convenience init(
    context: ManagedObjectContext, file: StaticString = #fileID, line: UInt = #line
  ) {
    let runtime: Unmanaged<EntityRuntime>
    do {
      runtime = try context.entityRuntime(of: Self.self)
      try context.graph.keys.prepare()
    } catch {
      programmerError("\(error)", file: file, line: line)
    }
    self.init(runtime.takeUnretainedValue().makeSeed(context.environment))
    context.register(self)
  }
}
