/// The state of the store on which a save bases its decisions.
///
/// A save decides which further objects to delete, computes derived values, and validates objects. All these decisions
/// must be based on the same state of the store. The save reads this state when it makes the first decision. If a save
/// has nothing to decide, it doesn't ask the store for its state.
///
/// When the changes are committed, the store compares this state with its current one. If another context has saved in
/// the meantime, the two differ, and the save makes its decisions again in the new state.
final class DecisionState {
  private let store: CheckedStore
  private let mayBeCertified: Bool
  private var isFixed = false
  /// The reader of the state, if the state is fixed and the context may have older objects.
  private(set) var openReader: CheckedReader?
  /// The position of the state in the store's history; `nil` if no decision was made or the store counts no saves.
  private(set) var token: PersistentHistoryToken?
  /// The lists already compared with the state.
  var lists: Set<ComparedList> = []
  /// The objects already compared with the state.
  var objects: Set<Handle> = []

  /// A to-many relationship of an object.
  struct ComparedList: Hashable {
    let object: Handle
    let property: UInt16
  }

  /// - Parameter mayBeCertified: True if everything in the context may have been read in this state. False after the
  ///   store has rejected that state.
  init(_ store: CheckedStore, mayBeCertified: Bool) {
    (self.store, self.mayBeCertified) = (store, mayBeCertified)
  }

  /// Returns a reader of the state; `nil` if everything in the context already has this state.
  ///
  /// - Throws: Any error of the store.
  func reader() throws -> CheckedReader? {
    if isFixed { return openReader }
    if mayBeCertified, let certified = store.certificate.token {
      token = certified
    } else {
      let reader = try store.reader()
      (openReader, token) = (reader, try reader.state())
    }
    isFixed = true
    return openReader
  }

  /// Returns true if the store has changed since the context has read the values on which all decisions are based. An
  /// object that seems invalid may be valid in the new state.
  ///
  /// - Throws: Any error of the store.
  func isOutdated() throws -> Bool {
    guard let token, openReader == nil else { return false }
    return try store.reader().state() != token
  }

  /// Releases the reader, so that the store does not wait for it.
  func endReading() { openReader = nil }
}
