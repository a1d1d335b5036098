import ArmatureModel

/// What a load must undo when it fails: the objects it made, and what it changed in others.
struct LoadJournal {
  private let context: ManagedObjectContext
  private let updatedCount: Int
  /// The number of the first object that the load makes.
  private let firstNumber: Int
  /// The values of older objects before the load first linked them.
  private var before: [ObjectIdentifier: (object: ManagedObject, row: Row)] = [:]

  init(_ context: ManagedObjectContext) {
    self.context = context
    updatedCount = context.changes.updated.count
    firstNumber = context.identityMap.nextNumber
  }

  /// The numbers of the objects that were made since.
  var newNumbers: Range<Int> { firstNumber..<context.identityMap.nextNumber }

  func isNew(_ object: ManagedObject) -> Bool { object.number >= firstNumber }

  /// Keeps the values of the older objects that a new link touches: its end, and what that leaves.
  mutating func willLink(_ owner: ManagedObject, _ slot: RowLayout.Slot, to object: ManagedObject) {
    keep(object)
    guard let inverse = slot.property.asRelationship?.inverse,
      let other = object.runtime.slot(named: inverse), other.kind == .object,
      let former = object.row.object(other)
    else { return }
    keep(former)
  }

  private mutating func keep(_ object: ManagedObject) {
    guard !isNew(object), before[ObjectIdentifier(object)] == nil else { return }
    before[ObjectIdentifier(object)] = (object, object.row.copy(object.runtime.layout))
  }

  /// Makes the context what it was.
  mutating func undo() {
    for (object, row) in before.values { object.takeBack(row) }
    before = [:]
    for object in Array(context.identityMap.objects(from: firstNumber)) {
      context.identityMap.remove(object)
      object.leave()
    }
    context.changes.updated.removeSubrange(updatedCount...)
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
  fileprivate final func takeBack(_ copy: Row) {
    if let committed = row.committed, copy.committed == nil {
      committed.deallocate(runtime.layout)
      row.committed = nil
    }
    row.state = copy.state
    row.takeValues(of: copy, runtime.layout)
  }
}
