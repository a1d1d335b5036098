import ArmatureModel

/// What a load must undo when it fails: the objects it made, and what it changed in others.
struct LoadJournal {
  private let context: ManagedObjectContext
  private let updatedCount: Int
  private let deletedCount: Int
  /// The number of the first object that the load makes.
  private let firstNumber: Int
  /// The values of older objects that had unsaved changes, before the load first linked them.
  private var before: [ObjectIdentifier: (object: ManagedObject, row: Row)] = [:]
  private var hasAllChanges = false

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
    hasAllChanges = true
    for object in context.insertedObjects + context.updatedObjects { keep(object) }
    for object in context.changes.deleted { keep(object) }
  }

  /// Keeps the values of an older object. One without changes has its saved values to go back to.
  private mutating func keep(_ object: ManagedObject) {
    guard !isNew(object), object.hasChanges, before[ObjectIdentifier(object)] == nil else { return }
    before[ObjectIdentifier(object)] = (object, object.row.copy(object.runtime.layout))
  }

  /// Makes the context what it was; an object that a hook has deleted for good stays so.
  mutating func undo() {
    let changed = Array(context.changes.updated.dropFirst(updatedCount))
    let deleted = Array(context.changes.deleted.dropFirst(deletedCount))
    for object in changed + deleted where before[ObjectIdentifier(object)] == nil {
      if !isNew(object) && !object.row.state.contains(.gone) { object.restore() }
    }
    context.changes.updated.removeLast(changed.count)
    context.changes.deleted.removeLast(deleted.count)
    for (object, row) in before.values {
      if object.row.state.contains(.gone) {
        row.deallocate(object.runtime.layout)
        // Values that were taken back may lead to it.
        context.graveyard.append(object)
      } else {
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
    for (object, row) in before.values {
      // The copy shares the pointer to the committed values, which stay with the object.
      row.deallocate(object.runtime.layout)
    }
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
