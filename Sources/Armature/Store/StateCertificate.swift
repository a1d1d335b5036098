/// The state of the store that a context has read, if all its reads belong to the same known state.
///
/// A save may depend on values that the context has read, but does not change. In this case, the save passes this state
/// to the store, which rejects the save if its current state is a different one. The store compares only two tokens,
/// but thereby checks everything that the context has read: rows, lists, missing objects, and sums over many objects.
final class StateCertificate {
  private enum State {
    /// Nothing was read.
    case empty
    case at(PersistentHistoryToken)
    /// Reads were of several or unknown states.
    case mixed
  }

  private var state = State.empty

  /// The state to which all reads belong. It is `nil` if nothing was read, or if the reads were of different states.
  var token: PersistentHistoryToken? {
    if case .at(let token) = state { token } else { nil }
  }

  /// Records a read from the store.
  ///
  /// - Parameter token: The state of the result, or `nil` if it is unknown. You can also pass an earlier state. In the
  ///   worst case, the store then rejects a save unnecessarily.
  func noteRead(at token: PersistentHistoryToken?) {
    switch state {
    case .empty: state = token.map(State.at) ?? .mixed
    case .at(let former) where former != token: state = .mixed
    case .at, .mixed: break
    }
  }

  /// Records a commit of the context. The state stays known if no other save has come in between.
  ///
  /// - Parameter token: The state after the commit, or `nil` if the store does not report it.
  func noteCommit(at token: PersistentHistoryToken?) {
    switch (state, token) {
    case (.empty, let token?): state = .at(token)
    case (.at(let former), let token?) where token.number <= former.number + 1:
      state = .at(token)
    default: state = .mixed
    }
  }

  /// Records that the context does not know all links of the state.
  func noteUncertain() { state = .mixed }

  /// Records that the context has discarded everything that it has read.
  func noteEmptied() { state = .empty }
}
