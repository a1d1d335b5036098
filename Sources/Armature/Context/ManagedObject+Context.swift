import ArmatureModel

extension ManagedObject: ObjectServices {}

extension ManagedObject {
  /// The context of the object, or `nil` if the object has no context.
  public final var managedObjectContext: ManagedObjectContext? {
    if isTakenOut { return nil }
    return row.slots.graph?._withUnsafeGuaranteedRef { $0.context }.map {
      // No other type sets itself as the context of a graph.
      unsafeDowncast($0, to: ManagedObjectContext.self)
    }
  }

  /// Creates an object of this class and inserts it into a context, as in `Book(context: context)`.
  ///
  /// Use this initializer if exactly one entity uses the class. If no entity or more than one entity uses it, this is a
  /// programmer error and traps. The initializer also traps if the store cannot reserve a key for the object. To get an
  /// error instead, use ``ManagedObjectContext/insert(_:)->Object``.
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
