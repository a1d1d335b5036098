/// The net effect of all events since changes were last processed.
struct GraphChanges {
  /// The objects that exist now but did not before.
  var inserted: [Handle] = []
  /// The objects with changed values, with the positions of their properties.
  var updated: [(handle: Handle, properties: [Int])] = []
  /// The objects that existed before but no longer do.
  var deleted: [Handle] = []
  /// The objects with merged values or values to be read again.
  var refreshed: [Handle] = []
  /// Whether all previous objects were removed, in addition to the other events.
  var isReset = false
  /// Whether other contexts may have saved objects that this context does not know.
  var isUnknown = false

  var isEmpty: Bool {
    inserted.isEmpty && updated.isEmpty && deleted.isEmpty && refreshed.isEmpty && !isReset
      && !isUnknown
  }
}
