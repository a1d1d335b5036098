public import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An object of an entity: its values by name, what changed in them, and its life in a context.
///
/// ```swift
/// let book = try context.insert("Book")
/// book.title = "Dune"
/// let title: String? = book.title
/// ```
/// The type is generic: it serves every entity of every model, and custom classes derive from it.
/// Members that hold the object together are `public` and not `open`, so they cannot be overridden.
/// An object belongs to its context and is not `Sendable`; ``objectID`` and reports cross to other
/// tasks. Core Data: `NSManagedObject`.
@dynamicMemberLookup open class ManagedObject: PropertyContainer {
  /// The entity's name table; `runtime` keeps it alive.
  @usableFromInline final let entries: UnsafeMutablePointer<PropertyEntry>
  /// The values; freed in `deinit`, and never replaced. A `let` costs no exclusivity check.
  @usableFromInline final let base: UnsafeMutableRawPointer
  final let runtime: EntityRuntime
  /// The context that the object is registered in. Unowned: the context clears it when it lets go
  /// of the object, at the latest in its own `deinit`.
  final unowned(unsafe) var owner: ManagedObjectContext?
  /// The number within the context; 0 outside of one.
  final var number = 0

  /// Makes an object; contexts and models call it.
  ///
  /// Overriding it is discouraged: use ``awakeFromInsert()``.
  public required init(_ seed: ObjectSeed) {
    runtime = seed.runtime
    entries = seed.runtime.layout.table.entries
    base = seed.row.base
    owner = nil
  }

  deinit {
    if let committed = row.committed { committed.deallocate(runtime.managedSlots) }
    row.deallocate(runtime.managedSlots)
  }

  final var row: Row { Row(base: base) }

  // MARK: Life cycle

  /// Called once, when the object is first inserted; set initial values here.
  ///
  /// Overrides need not call `super`.
  open func awakeFromInsert() {}

  /// Called before the object is deleted, while its relationships are intact.
  open func prepareForDeletion() {}

  /// Called before the object is saved, again whenever a hook has changed it, until nothing changes.
  open func willSave() {}

  /// Called after the object has been saved.
  open func didSave() {}

  /// Checks the object before its first save, after the rules of the model.
  ///
  /// - Throws: What is wrong: any error, or a ``ValidationReport`` with several failures.
  open func validateForInsert() throws {}

  /// Checks the object before a later save, after the rules of the model.
  ///
  /// - Throws: What is wrong: any error, or a ``ValidationReport`` with several failures.
  open func validateForUpdate() throws {}

  /// Checks whether the object may be deleted.
  ///
  /// - Throws: Why it may not.
  open func validateForDelete() throws {}
}

extension ManagedObject {
  /// The description of the object's entity.
  public final var entity: EntityDescription { runtime.entity }

  /// The context that the object belongs to; `nil` outside of one. Core Data: `managedObjectContext`.
  public final var context: ManagedObjectContext? { owner }

  /// The identity of the object; temporary until the object is first saved.
  ///
  /// An object keeps its ID after it was deleted. One that has never been in a context has the
  /// number 0, as all such objects have.
  public final var objectID: ManagedObjectID {
    let state = row.state
    return ManagedObjectID(
      entityName: runtime.entity.name, number: number,
      origin: owner?.origin ?? row.formerOrigin,
      isTemporary: state.contains(.inserted) || state.contains(.neverSaved) || number == 0)
  }
}

extension ManagedObject: Hashable {
  /// Whether two references lead to the same object.
  public static func == (left: ManagedObject, right: ManagedObject) -> Bool { left === right }

  /// Feeds the identity of the reference.
  public final func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension ManagedObject: CustomStringConvertible {
  /// The entity, the number and the values: `Book#1* {title: "Dune", pages: 412}`.
  public final var description: String {
    let values = keys.compactMap { key in self[key].map { "\(key): \($0)" } }
    return "\(objectID) {\(values.joined(separator: ", "))}"
  }
}
