import ArmatureModel

extension ManagedObject: ServedObject {}

extension ManagedObject {
  /// The context that the object belongs to; `nil` outside of one.
  public final var managedObjectContext: ManagedObjectContext? {
    if isTakenOut { return nil }
    return row.slots.pointee.graph?._withUnsafeGuaranteedRef { $0.context }.map {
      // Nothing else sets itself there.
      unsafeDowncast($0, to: ManagedObjectContext.self)
    }
  }

  /// Makes an object of the entity that has the class, in a context: `Book(context: context)`.
  ///
  /// The same as ``ManagedObjectContext/insert(_:)->Object``, which throws where this traps: a class
  /// that no entity declares, or several, is a programmer error, and so is a store that gives out no
  /// keys.
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
