/// The state of the store that everything read by a context belongs to, as far as known.
///
/// A save based on earlier reads names this state, and the store rejects the save if its state differs. Equal tokens
/// certify everything at once: rows, lists and sums over any number of objects, including missing ones.
final class StateCertificate {
  private enum State {
    /// Nothing was read.
    case empty
    case at(PersistentHistoryToken)
    /// Reads were of several or unknown states.
    case mixed
  }

  private var state = State.empty

  /// The state of all reads; `nil` if nothing was read, or reads were of several states.
  var token: PersistentHistoryToken? {
    if case .at(let token) = state { token } else { nil }
  }

  /// Records a read from the store.
  ///
  /// - Parameter token: The state of the result, or an earlier one, because a save that names an outdated state is
  ///   rejected; `nil` if it is unknown.
  func noteRead(at token: PersistentHistoryToken?) {
    switch state {
    case .empty: state = token.map(State.at) ?? .mixed
    case .at(let former) where former != token: state = .mixed
    case .at, .mixed: break
    }
  }

  /// Records a commit of the context. The state stays known as long as no other save has come in between.
  ///
  /// - Parameter token: The state after the commit; `nil` if the store does not report it.
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
