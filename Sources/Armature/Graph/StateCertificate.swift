/// The state of the store that everything a context has read is of, as far as it is known.
///
/// A save that decides by what the context has read names this state, and the store refuses the save if it has
/// another one by then. Equal tokens certify all at once: rows, lists and sums over any number of objects, with
/// what is not there.
final class StateCertificate {
  private enum State {
    /// Nothing was read.
    case empty
    case at(PersistentHistoryToken)
    /// Reads were of several states, or of one that is unknown.
    case mixed
  }

  private var state = State.empty

  /// The state that everything is of; `nil` if nothing was read, or reads were of several states.
  var token: PersistentHistoryToken? {
    if case .at(let token) = state { token } else { nil }
  }

  /// Notes an answer of the store.
  ///
  /// - Parameter token: The state of the answer, or an earlier one: a save that names an earlier state than the
  ///   store has is refused. `nil` if it is unknown.
  func noteRead(at token: PersistentHistoryToken?) {
    switch state {
    case .empty: state = token.map(State.at) ?? .mixed
    case .at(let former) where former != token: state = .mixed
    case .at, .mixed: break
    }
  }

  /// Notes a commit of the context: the state is known as long as no other save has come in between.
  ///
  /// - Parameter token: The state that the commit has made; `nil` if the store does not tell.
  func noteCommit(at token: PersistentHistoryToken?) {
    switch (state, token) {
    case (.empty, let token?): state = .at(token)
    case (.at(let former), let token?) where token.number <= former.number + 1:
      state = .at(token)
    default: state = .mixed
    }
  }

  /// Notes that the context does not know of all links that the state has.
  func noteUncertain() { state = .mixed }

  /// Notes that the context has given up everything that it has read.
  func noteEmptied() { state = .empty }
}
