/// The state of the store that a save decides in: which objects it deletes besides, which values it derives, and
/// whether everything is valid.
///
/// The first decision fixes it, so that a save without decisions asks the store for nothing. The store compares it
/// with its own state when it commits. If they differ, the save decides once more in another state.
final class DecisionState {
  private let store: CheckedStore
  private let mayBeCertified: Bool
  private var isFixed = false
  /// What reads the state, if it is fixed and the context may have older objects.
  private(set) var openReader: CheckedReader?
  /// The point in the saves of the store; `nil` if the save has decided nothing, or the store counts no saves.
  private(set) var token: PersistentHistoryToken?
  /// The lists that were compared with the state.
  var lists: Set<ComparedList> = []
  /// The objects that were compared with the state.
  var objects: Set<Handle> = []

  /// A to-many relationship of an object.
  struct ComparedList: Hashable {
    let object: Handle
    let property: UInt16
  }

  /// - Parameter mayBeCertified: Whether the state may be the one that everything in the context was read in. It
  ///   cannot be once the store has refused it.
  init(_ store: CheckedStore, mayBeCertified: Bool) {
    (self.store, self.mayBeCertified) = (store, mayBeCertified)
  }

  /// What reads the state; `nil` if everything in the context is of it already.
  ///
  /// - Throws: What the store throws.
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

  /// Whether everything was decided by what the context had read before, and the store has another state by now: what is
  /// invalid there may be valid.
  ///
  /// - Throws: What the store throws.
  func isOutdated() throws -> Bool {
    guard let token, openReader == nil else { return false }
    return try store.reader().state() != token
  }

  /// Lets go of the reader: the store must not wait for it.
  func endReading() { openReader = nil }
}
