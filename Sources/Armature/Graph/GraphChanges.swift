/// What came of everything that happened since changes were last processed.
struct GraphChanges {
  /// The objects that are there now and were not.
  var inserted: [Handle] = []
  /// The objects that have other values now, with the positions of their properties.
  var updated: [(handle: Handle, properties: [Int])] = []
  /// The objects that were there and are not.
  var deleted: [Handle] = []
  /// The objects whose values in the store were taken over, or are to be read again.
  var refreshed: [Handle] = []
  /// Whether all objects of before are gone, beside what else happened.
  var isReset = false
  /// Whether others may have saved objects that nobody here has heard of.
  var isUnknown = false

  var isEmpty: Bool {
    inserted.isEmpty && updated.isEmpty && deleted.isEmpty && refreshed.isEmpty && !isReset
      && !isUnknown
  }
}
