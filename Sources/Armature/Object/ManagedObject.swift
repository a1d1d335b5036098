public import ArmatureModel

/// An object of an entity, with values by name, change tracking and a life cycle in a context.
///
/// ```swift
/// let book = try context.insert("Book")
/// book.title = "Children of Dune"
/// book.author = author
/// let title: String? = book.title
/// let books: [ManagedObject]? = author.books
/// print(title ?? "", books?.count ?? 0)  // Children of Dune 2
/// ```
/// The class serves every entity of every model. Derive a custom class from it to add typed accessors, methods, and
/// overrides of the life-cycle hooks. Members that ensure consistency are `public` and not `open`, so they cannot be
/// overridden. An object belongs to its context and is not `Sendable`; pass its ``objectID``, snapshots or reports to
/// other tasks. Core Data: `NSManagedObject`.
///
/// ## Topics
///
/// ### Identity
/// - ``objectID``
/// - ``entity``
/// - ``managedObjectContext``
/// - ``init(context:file:line:)``
///
/// ### Reading and setting properties
/// - ``properties``
/// - ``setValue(_:forKey:)``
/// - ``setValue(_:forKeyPath:)``
/// - ``setValuesForKeys(_:)``
/// - ``dictionaryWithValues(forKeys:)``
/// - ``primitiveValue(forKey:)``
/// - ``setPrimitiveValue(_:forKey:)``
///
/// ### To-many relationships
/// - ``insert(_:into:at:)``
/// - ``remove(_:from:)``
/// - ``memberCount(of:file:line:)``
/// - ``objectIDs(forRelationshipNamed:)``
/// - ``hasFault(forRelationshipNamed:)``
///
/// ### State and changes
/// - ``objectState``
/// - ``isInserted``
/// - ``isUpdated``
/// - ``isDeleted``
/// - ``hasChanges``
/// - ``hasPersistentChangedValues``
/// - ``changedValues``
/// - ``committedValues(forKeys:)``
/// - ``changedValuesForCurrentEvent``
/// - ``snapshot(loadingLists:)``
///
/// ### Validation
/// - ``validate()``
/// - ``validateGraph()``
/// - ``validateForSave()``
/// - ``validateValue(_:forKey:)``
/// - ``isValid``
///
/// ### Methods to override
/// - ``awakeFromInsert()``
/// - ``awakeFromFetch()``
/// - ``awake(fromSnapshotEvents:)``
/// - ``willSave()``
/// - ``didSave()``
/// - ``prepareForDeletion()``
/// - ``willTurnIntoFault()``
/// - ``didTurnIntoFault()``
/// - ``validateForInsert()``
/// - ``validateForUpdate()``
/// - ``validateForDelete()``
/// - ``validate(_:forKey:)``
/// - ``validatedKeys``
@dynamicMemberLookup nonisolated open class ManagedObject: PropertyContainer {
  /// The entity's name table, preceded by the address of the entity's shape.
  @usableFromInline final let entries: UnsafeMutablePointer<PropertyEntry>
  /// The memory of the values; freed in `deinit`, and never replaced. A `let` costs no exclusivity check.
  @usableFromInline final let base: UnsafeMutableRawPointer

  /// Creates an object; called by contexts and models.
  ///
  /// Overriding it is discouraged: use ``awakeFromInsert()``.
  public required init(_ seed: consuming ObjectSeed) {
    entries = seed.entries
    base = seed.base
  }

  deinit {
    let row = row
    let state = row.state
    if state.contains(.invalidated) {
      row.releaseFormer()
    } else if let committed = row.committed {
      committed.deallocate(shape.pointee.managed)
    }
    row.deallocate(shape.pointee.managed)
    if state.contains(.ownsRuntime) { shape.pointee.runtime.release() }
  }

  final var row: Row { Row(base: base) }

  /// The parts of the entity that rows and links need.
  ///
  /// It lives as long as the object: the context keeps the model, and an object without a context keeps the runtime
  /// itself.
  @inline(__always) final var shape: UnsafePointer<EntityShape> {
    (UnsafeRawPointer(entries) - 8).load(as: UnsafePointer<EntityShape>.self)
  }

  final var runtime: EntityRuntime { shape.pointee.runtime.takeUnretainedValue() }

  // MARK: Life cycle

  /// Called once, when the object is first inserted; set initial values here.
  ///
  /// As in all hooks, a missing required value reads as a stand-in; here this causes no failure.
  ///
  /// Overrides need not call `super`.
  open func awakeFromInsert() {}

  /// Called when the object has received its values from a store, on creation and after a refresh.
  ///
  /// Compute values that depend on stored ones here. Writes to the object's own attributes do not count as changes.
  /// Do not change relationships.
  ///
  /// Overrides need not call `super`.
  open func awakeFromFetch() {}

  /// Called after values have changed without being set: by undo and redo, a rollback, a refresh or a merge.
  ///
  /// Update everything that depends on the values here: members of the class, and attributes by
  /// ``setPrimitiveValue(_:forKey:)``. Other setters make an ordinary change. All values are already in place,
  /// including those of other objects.
  ///
  /// Overrides need not call `super`.
  open func awake(fromSnapshotEvents events: SnapshotEvents) {}

  /// Called before the object becomes a fault, while its values are still readable.
  ///
  /// Overrides need not call `super`.
  open func willTurnIntoFault() {}

  /// Called after the object has become a fault; clear values computed from properties here.
  ///
  /// Overrides need not call `super`.
  open func didTurnIntoFault() {}

  /// Called before the object is deleted, while its relationships are intact.
  open func prepareForDeletion() {}

  /// Called before the object is saved, and again whenever a hook has changed it, until nothing changes.
  open func willSave() {}

  /// Called after the object has been saved.
  ///
  /// Here ``isInserted``, ``isUpdated`` and ``isDeleted`` of the object show the effect of the save.
  open func didSave() {}

  /// Validates the object before its first save, after the rules of the model.
  ///
  /// Overrides need not call `super` for a save, which checks the rules anyway. On request, the default
  /// implementation checks the rules of the model; ``validateForSave()`` checks everything.
  ///
  /// - Throws: Any error that describes a failure, or a ``ValidationReport`` with several failures.
  open func validateForInsert() throws { try objectServices.validateOnRequest() }

  /// Validates the object before a later save, after the rules of the model.
  ///
  /// Overrides need not call `super` for a save, which checks the rules anyway. On request, the default
  /// implementation checks the rules of the model; ``validateForSave()`` checks everything.
  ///
  /// - Throws: Any error that describes a failure, or a ``ValidationReport`` with several failures.
  open func validateForUpdate() throws { try objectServices.validateOnRequest() }

  /// Validates the deletion of the object.
  ///
  /// Overrides need not call `super` for a save, which checks the delete rules anyway. On request, the default
  /// implementation checks the delete rules; ``validateForSave()`` checks everything.
  ///
  /// - Throws: The reason against the deletion.
  open func validateForDelete() throws { try objectServices.validateDeletionOnRequest() }

  /// The keys of the properties that ``validate(_:forKey:)`` checks; empty by default.
  ///
  /// A key that the entity lacks is a programmer error and traps when the first object is created.
  open class var validatedKeys: [String] { [] }

  /// Validates a value for one of the ``validatedKeys`` before a save or for ``validateValue(_:forKey:)``.
  ///
  /// For ``validateValue(_:forKey:)``, the value satisfies the rules of the attribute; before a save it may not.
  /// Objects appear as their IDs. Core Data: `validate<Key>(_:)`.
  ///
  /// - Throws: Any error that describes a failure, or a ``ValidationReport`` with several failures.
  open func validate(_ value: AttributeValue, forKey key: String) throws {}
}

extension ManagedObject: Hashable {
  /// Returns whether two references lead to the same object.
  public static func == (left: ManagedObject, right: ManagedObject) -> Bool { left === right }

  /// Hashes the identity of the reference.
  public final func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension ManagedObject {
  /// The object as a provider of services that other folders implement.
  final var objectServices: any ObjectServices { self }
}
