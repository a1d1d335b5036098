public import ArmatureModel

/// An object of an entity: its values by name, what changed in them, and its life in a context.
///
/// ```swift
/// let book = try context.insert("Book")
/// book.title = "Children of Dune"
/// book.author = author
/// let title: String? = book.title
/// let books: [ManagedObject]? = author.books
/// print(title ?? "", books?.count ?? 0)  // Children of Dune 2
/// ```
/// The type is generic: it serves every entity of every model, and custom classes derive from it.
/// Members that hold the object together are `public` and not `open`, so they cannot be overridden.
/// An object belongs to its context and is not `Sendable`; ``objectID`` and reports cross to other
/// tasks. Core Data: `NSManagedObject`.
@dynamicMemberLookup nonisolated open class ManagedObject: PropertyContainer {
  /// The entity's name table, with the address of the entity's shape in front.
  @usableFromInline final let entries: UnsafeMutablePointer<PropertyEntry>
  /// The values; freed in `deinit`, and never replaced. A `let` costs no exclusivity check.
  @usableFromInline final let base: UnsafeMutableRawPointer

  /// Makes an object; contexts and models call it.
  ///
  /// Overriding it is discouraged: use ``awakeFromInsert()``.
  public required init(_ seed: consuming ObjectSeed) {
    entries = seed.entries
    base = seed.base
  }

  deinit {
    let row = row
    let state = row.state
    if state.contains(.gone) {
      row.releaseFormer()
    } else if let committed = row.committed {
      committed.deallocate(shape.pointee.managed)
    }
    row.deallocate(shape.pointee.managed)
    if state.contains(.ownsRuntime) { shape.pointee.runtime.release() }
  }

  final var row: Row { Row(base: base) }

  /// What rows and links of the entity need of it.
  ///
  /// It lives as long as the object: the context keeps the model, and an object that is in no context
  /// keeps the runtime itself.
  @inline(__always) final var shape: UnsafePointer<EntityShape> {
    (UnsafeRawPointer(entries) - 8).load(as: UnsafePointer<EntityShape>.self)
  }

  final var runtime: EntityRuntime { shape.pointee.runtime.takeUnretainedValue() }

  // MARK: Life cycle

  /// Called once, when the object is first inserted; set initial values here.
  ///
  /// A required value that is not set yet reads as a stand-in, as in all hooks; nothing fails for it here.
  ///
  /// Overrides need not call `super`.
  open func awakeFromInsert() {}

  /// Called when the object has got its values from a store: when it is made, and after a refresh.
  ///
  /// Compute here what depends on stored values. Writes to the object's own attributes count as no
  /// change; relationships should be left alone.
  ///
  /// Overrides need not call `super`.
  open func awakeFromFetch() {}

  /// Called when the object has other values without anybody having set them: after undo and redo, a
  /// rollback, a refresh, a merge.
  ///
  /// Compute here again what depends on the values: members of the class, and attributes by
  /// ``setPrimitiveValue(_:forKey:)``. What is set otherwise is a change as any other. All values are in
  /// place, those of other objects as well.
  ///
  /// Overrides need not call `super`.
  open func awake(fromSnapshotEvents events: SnapshotEvents) {}

  /// Called before the object gives its values up, to be read again; they are still there.
  ///
  /// Overrides need not call `super`.
  open func willTurnIntoFault() {}

  /// Called when the object has given its values up; clear here what was computed from them.
  ///
  /// Overrides need not call `super`.
  open func didTurnIntoFault() {}

  /// Called before the object is deleted, while its relationships are intact.
  open func prepareForDeletion() {}

  /// Called before the object is saved, again whenever a hook has changed it, until nothing changes.
  open func willSave() {}

  /// Called after the object has been saved.
  ///
  /// ``isInserted``, ``isUpdated`` and ``isDeleted`` of the object tell here what the save did.
  open func didSave() {}

  /// Checks the object before its first save, after the rules of the model.
  ///
  /// Overrides need not call `super` for a save, which checks the rules by itself. Called on request,
  /// what is not overridden checks the rules of the model; ``validateForSave()`` checks everything.
  ///
  /// - Throws: What is wrong: any error, or a ``ValidationReport`` with several failures.
  open func validateForInsert() throws { try asServed.validateOnRequest() }

  /// Checks the object before a later save, after the rules of the model.
  ///
  /// Overrides need not call `super` for a save, which checks the rules by itself. Called on request,
  /// what is not overridden checks the rules of the model; ``validateForSave()`` checks everything.
  ///
  /// - Throws: What is wrong: any error, or a ``ValidationReport`` with several failures.
  open func validateForUpdate() throws { try asServed.validateOnRequest() }

  /// Checks whether the object may be deleted.
  ///
  /// Overrides need not call `super` for a save, which checks the delete rules by itself. Called on
  /// request, what is not overridden checks these; ``validateForSave()`` checks everything.
  ///
  /// - Throws: Why it may not.
  open func validateForDelete() throws { try asServed.validateDeletionOnRequest() }

  /// The keys of the properties whose values ``validate(_:forKey:)`` looks at; none by default.
  ///
  /// A key that the entity lacks is a programmer error and traps when the first object is made.
  open class var validatedKeys: [String] { [] }

  /// Checks a value of one of ``validatedKeys``, before a save or for ``validateValue(_:forKey:)``.
  ///
  /// The value keeps the rules of the attribute when ``validateValue(_:forKey:)`` asks, and need not
  /// keep them before a save. Objects stand as their IDs. Core Data: `validate<Key>(_:)`.
  ///
  /// - Throws: What is wrong: any error, or a ``ValidationReport`` with several failures.
  open func validate(_ value: AttributeValue, forKey key: String) throws {}
}

extension ManagedObject: Hashable {
  /// Whether two references lead to the same object.
  public static func == (left: ManagedObject, right: ManagedObject) -> Bool { left === right }

  /// Feeds the identity of the reference.
  public final func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension ManagedObject {
  /// The object, to be asked for what other folders do.
  final var asServed: any ServedObject { self }
}
