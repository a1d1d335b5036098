import ArmatureModel

extension ManagedObject: ObjectServices {}

extension ManagedObject {
  /// The context of the object, or `nil` if the object has no context.
  public final var managedObjectContext: ManagedObjectContext? {
    if isTakenOut { return nil }
    return row.slots.pointee.graph?._withUnsafeGuaranteedRef { $0.context }.map {
      // No other type sets itself as the context of a graph.
      unsafeDowncast($0, to: ManagedObjectContext.self)
    }
  }

  /// Creates an object and inserts it into a context, as in `Book(context: context)`.
  ///
  /// The object gets the entity that uses the class. This is a shorter form of
  /// ``ManagedObjectContext/insert(_:)->Object`` for code in which an error would be a programming mistake. It traps if
  /// the class belongs to no entity or to more than one, and if the store cannot allocate a key.
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
