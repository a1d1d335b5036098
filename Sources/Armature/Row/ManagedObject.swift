public import ArmatureModel

/// An object of an entity, such as a book. You read and set its properties by name, and its context saves the changes.
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
  @usableFromInline final let entries: UnsafeMutablePointer<PropertyEntry.Fields>
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
      committed.deallocate(shape.managed)
    }
    row.deallocate(shape.managed)
    if state.contains(.ownsRuntime) { shape.runtime.release() }
  }

  final var row: Row { Row(base: base) }

  /// The parts of the entity that rows and links need.
  ///
  /// They exist as long as the object does, because the context keeps the model alive. An object without a context
  /// keeps the runtime data of its entity alive itself.
  @inline(__always) final var shape: EntityShape {
    (UnsafeRawPointer(entries) - 8).load(as: EntityShape.self)
  }

  final var runtime: EntityRuntime { shape.runtime.takeUnretainedValue() }

  // MARK: Life cycle

  /// Called once, when the object is inserted for the first time. Override it to set initial values.
  ///
  /// If you read a required attribute that has no value yet, you get a placeholder value. Unlike in other hooks, this
  /// does not cause a validation failure.
  ///
  /// You don't need to call `super`.
  open func awakeFromInsert() {}

  /// Called when the object has received its values from a store. This happens when the object is first loaded, and
  /// after each refresh.
  ///
  /// Override it to compute values that depend on stored values. If you set an attribute of the object in this hook, it
  /// does not count as a change. Do not change relationships here.
  ///
  /// You don't need to call `super`.
  open func awakeFromFetch() {}

  /// Called after undo, redo, a rollback, a refresh or a merge has changed values of the object.
  ///
  /// Override it to update everything that depends on these values. When it is called, all objects already have their
  /// new values. To set an attribute without making a change, use ``setPrimitiveValue(_:forKey:)``. You can also set
  /// stored properties of your class.
  ///
  /// You don't need to call `super`.
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

  /// Validates the object before its first save. A save calls this method after it has checked the rules of the model.
  ///
  /// Override it to check conditions that the model cannot express. You don't need to call `super`, because a save
  /// checks the rules of the model anyway. To check the object without saving it, call ``validateForSave()``. If you
  /// call this method instead, its default implementation checks only the rules of the model.
  ///
  /// - Throws: An error that describes the failure, or a ``ValidationReport`` with several failures.
  open func validateForInsert() throws { try objectServices.validateOnRequest() }

  /// Validates the object before each save except the first. A save calls this method after it has checked the rules of
  /// the model.
  ///
  /// Override it to check conditions that the model cannot express. You don't need to call `super`, because a save
  /// checks the rules of the model anyway. To check the object without saving it, call ``validateForSave()``. If you
  /// call this method instead, its default implementation checks only the rules of the model.
  ///
  /// - Throws: An error that describes the failure, or a ``ValidationReport`` with several failures.
  open func validateForUpdate() throws { try objectServices.validateOnRequest() }

  /// Validates the deletion of the object before the deletion is saved.
  ///
  /// Override it to forbid the deletion in some cases. You don't need to call `super`, because a save checks the delete
  /// rules anyway. To check a deletion without saving it, call ``validateForSave()``. If you call this method instead,
  /// its default implementation checks only the delete rules.
  ///
  /// - Throws: An error that describes why the object must not be deleted.
  open func validateForDelete() throws { try objectServices.validateDeletionOnRequest() }

  /// The keys of the properties that ``validate(_:forKey:)`` checks. The default is an empty array.
  ///
  /// A key that the entity lacks is a programmer error. It traps when the first object of the class is created.
  open class var validatedKeys: [String] { [] }

  /// Validates a value for one of the ``validatedKeys``.
  ///
  /// The method is called before a save and by ``validateValue(_:forKey:)``. Before a save, the value may still break
  /// the rules of its attribute. If ``validateValue(_:forKey:)`` calls the method, the value already satisfies them.
  /// The value of a relationship is the ID of the related object.
  ///
  /// Core Data: `validate<Key>(_:)`.
  ///
  /// - Throws: An error that describes the failure, or a ``ValidationReport`` with several failures.
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
