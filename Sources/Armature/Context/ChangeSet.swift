/// What a context has to save, beside the objects themselves, whose state says what happened to them.
///
/// Inserted objects need no list: those that were never saved are found in the identity map from a
/// number on. An updated object may have been deleted since; its state decides.
struct ChangeSet {
  /// The number from which on objects were inserted since the last save.
  private(set) var firstUnsaved = 1
  /// The objects that were changed, in the order of their first change.
  var updated: ContiguousArray<ManagedObject> = []
  /// The saved objects that were deleted, in order.
  var deleted: ContiguousArray<ManagedObject> = []
  /// Objects that were deleted and never saved, kept while saved ones wait for their deletion: the
  /// links of these stay as they were until then, and may lead here.
  var vanished: ContiguousArray<ManagedObject> = []

  /// Forgets everything; objects from a number on are the next to be saved.
  mutating func removeAll(next number: Int) {
    firstUnsaved = number
    updated = []
    deleted = []
    vanished = []
  }
}
