public import ArmatureModel

/// An object of an entity. It has values by name, tracks its changes, and has a life cycle in a context.
///
/// ```swift
/// let book = try context.insert("Book")
/// book.title = "Children of Dune"
/// book.author = author
/// let title: String? = book.title
/// let books: [ManagedObject]? = author.books
/// print(title ?? "", books?.count ?? 0)  // Children of Dune 2
/// ```
/// You can use this class for any entity of any model. Create a subclass to add typed accessors, methods, and overrides
/// of the life-cycle hooks. Members that keep objects consistent are `public` and not `open`, so a subclass cannot
/// override them.
///
/// An object belongs to its context and is not `Sendable`. To use it in another task, pass its ``objectID``, a snapshot
/// or a report.
///
/// Core Data: `NSManagedObject`.
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
  /// The memory of the values. It is freed in `deinit` and never replaced. A `let` needs no exclusivity check.
  @usableFromInline final let base: UnsafeMutableRawPointer

  /// Creates an object. Contexts and models call this initializer.
  ///
  /// Avoid overriding it to set initial values. Override ``awakeFromInsert()`` instead.
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
  /// They exist as long as the object. The context keeps the model alive, and an object without a context keeps the
  /// runtime data of its entity alive itself.
  @inline(__always) final var shape: UnsafePointer<EntityShape> {
    (UnsafeRawPointer(entries) - 8).load(as: UnsafePointer<EntityShape>.self)
  }

  final var runtime: EntityRuntime { shape.pointee.runtime.takeUnretainedValue() }

  // MARK: Life cycle

  /// Called once, when the object is inserted for the first time. Override it to set initial values.
  ///
  /// A required attribute that has no value yet can be read in every hook: it returns a placeholder value. In this
  /// hook, reading the placeholder does not cause a validation failure.
  ///
  /// Overrides need not call `super`.
  open func awakeFromInsert() {}

  /// Called when the object has received its values from a store. This happens when the object is created from a row,
  /// and after each refresh.
  ///
  /// Override it to compute values that depend on stored values. Setting an attribute of the object here does not count
  /// as a change. Do not change relationships.
  ///
  /// Overrides need not call `super`.
  open func awakeFromFetch() {}

  /// Called after undo, redo, a rollback, a refresh or a merge has changed values of the object.
  ///
  /// Override it to update everything that depends on these values. You can set members of the class, and attributes
  /// with ``setPrimitiveValue(_:forKey:)``. Any other setter makes an ordinary change. When this method is called, the
  /// new values of all objects are already in place.
  ///
  /// Overrides need not call `super`.
  open func awake(fromSnapshotEvents events: SnapshotEvents) {}

  /// Called before the object becomes a fault. Its values can still be read.
  ///
  /// Overrides need not call `super`.
  open func willTurnIntoFault() {}

  /// Called after the object has become a fault. Override it to clear values that were computed from properties.
  ///
  /// Overrides need not call `super`.
  open func didTurnIntoFault() {}

  /// Called before the object is deleted. Its relationships are still intact.
  open func prepareForDeletion() {}

  /// Called before the object is saved.
  ///
  /// If hooks change objects, the hook is called again for each changed object, until no hook changes anything.
  open func willSave() {}

  /// Called after the object has been saved.
  ///
  /// In this method, ``isInserted``, ``isUpdated`` and ``isDeleted`` indicate what the save did with the object.
  open func didSave() {}

  /// Validates the object before its first save. A save calls it after checking the rules of the model.
  ///
  /// An override need not call `super` during a save, because the save checks the rules of the model anyway. If you
  /// call this method yourself, the default implementation checks the rules of the model. To check everything, call
  /// ``validateForSave()``.
  ///
  /// - Throws: Any error that describes a failure, or a ``ValidationReport`` with several failures.
  open func validateForInsert() throws { try objectServices.validateOnRequest() }

  /// Validates the object before each save after the first one. A save calls it after checking the rules of the model.
  ///
  /// An override need not call `super` during a save, because the save checks the rules of the model anyway. If you
  /// call this method yourself, the default implementation checks the rules of the model. To check everything, call
  /// ``validateForSave()``.
  ///
  /// - Throws: Any error that describes a failure, or a ``ValidationReport`` with several failures.
  open func validateForUpdate() throws { try objectServices.validateOnRequest() }

  /// Validates the deletion of the object.
  ///
  /// An override need not call `super` during a save, because the save checks the delete rules anyway. If you call this
  /// method yourself, the default implementation checks the delete rules. To check everything, call
  /// ``validateForSave()``.
  ///
  /// - Throws: An error that describes why the object must not be deleted.
  open func validateForDelete() throws { try objectServices.validateDeletionOnRequest() }

  /// The keys of the properties that ``validate(_:forKey:)`` checks. The default is an empty array.
  ///
  /// A key that the entity lacks is a programmer error. It traps when the first object of the class is created.
  open class var validatedKeys: [String] { [] }

  /// Validates a value for one of the ``validatedKeys``. It is called before a save and by
  /// ``validateValue(_:forKey:)``.
  ///
  /// If ``validateValue(_:forKey:)`` calls this method, the value already satisfies the rules of the attribute. Before
  /// a save, the value may break them. Related objects are passed as their IDs.
  ///
  /// Core Data: `validate<Key>(_:)`.
  ///
  /// - Throws: Any error that describes a failure, or a ``ValidationReport`` with several failures.
  open func validate(_ value: AttributeValue, forKey key: String) throws {}
}

extension ManagedObject: Hashable {
  /// Returns whether two references refer to the same object.
  public static func == (left: ManagedObject, right: ManagedObject) -> Bool { left === right }

  /// Hashes the identity of the object.
  public final func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension ManagedObject {
  /// The services of the object that other folders implement.
  final var objectServices: any ObjectServices { self }
}
