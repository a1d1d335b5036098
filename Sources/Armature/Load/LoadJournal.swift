import ArmatureModel

/// What a load must undo when it fails: the objects it made, and what it changed in others.
struct LoadJournal {
  private let context: ManagedObjectContext
  private let updatedCount: Int
  private let deletedCount: Int
  /// The number of the first object that the load makes.
  private let firstNumber: Int
  /// The older objects that the load has linked, with the values that they had before.
  private var before: [ObjectIdentifier: Copy] = [:]
  private var hasAllChanges = false

  private struct Copy {
    let object: ManagedObject
    /// `nil` if there were no changes: the object has its saved values to go back to.
    let row: Row?
  }

  init(_ context: ManagedObjectContext) {
    self.context = context
    updatedCount = context.changes.updated.count
    deletedCount = context.changes.deleted.count
    firstNumber = context.identityMap.nextNumber
  }

  /// The numbers of the objects that were made since.
  var newNumbers: Range<Int> { firstNumber..<context.identityMap.nextNumber }

  func isNew(_ object: ManagedObject) -> Bool { object.number >= firstNumber }

  /// Keeps the values that a new link changes: those of its end, and of what that end leaves.
  mutating func willLink(_ object: ManagedObject, leaving former: ManagedObject?) {
    keep(object)
    if let former { keep(former) }
  }

  /// Keeps all unsaved values, since a hook of a class may change any object.
  mutating func willCallHook() {
    if hasAllChanges { return }
    for object in context.insertedObjects + context.updatedObjects { keep(object) }
    for object in context.changes.deleted { keep(object) }
    hasAllChanges = true
  }

  /// Keeps the values of an older object, unless the load has changed it already.
  private mutating func keep(_ object: ManagedObject) {
    guard !isNew(object), before[ObjectIdentifier(object)] == nil else { return }
    // Once all changes are kept, those of other objects are the load's own.
    let hadChanges = object.hasChanges && !hasAllChanges
    let row = hadChanges ? object.row.copy(object.runtime.layout) : nil
    before[ObjectIdentifier(object)] = Copy(object: object, row: row)
  }

  /// Makes the context what it was; an object that a hook has deleted for good stays so.
  mutating func undo() {
    let changed = Array(context.changes.updated.dropFirst(updatedCount))
    let deleted = Array(context.changes.deleted.dropFirst(deletedCount))
    for object in changed + deleted where before[ObjectIdentifier(object)]?.row == nil {
      if !isNew(object) && !object.row.state.contains(.gone) { object.restore() }
    }
    context.changes.updated.removeLast(changed.count)
    context.changes.deleted.removeLast(deleted.count)
    for copy in before.values {
      let object = copy.object
      if object.row.state.contains(.gone) {
        copy.row?.deallocate(object.runtime.layout)
        // Values that were taken back may lead to it.
        context.graveyard.append(object)
      } else if let row = copy.row {
        object.takeBack(row)
      }
    }
    before = [:]
    for object in Array(context.identityMap.objects(from: firstNumber)) {
      context.identityMap.remove(object)
      object.leave()
    }
  }

  /// Lets go of what was kept.
  mutating func discard() {
    // A copy shares the pointer to the committed values, which stay with the object.
    for copy in before.values { copy.row?.deallocate(copy.object.runtime.layout) }
    before = [:]
  }
}

extension ManagedObject {
  /// Takes the values and the state of a copy that was made before.
  ///
  /// The object had changes then, so both share the committed values, if there are any.
  fileprivate final func takeBack(_ copy: Row) {
    row.state = copy.state
    row.takeValues(of: copy, runtime.layout)
  }
}
