/// A store that tells the state of its answers in another way than other stores.
package protocol StateTelling: PersistentStore {
  /// Whether the readers of the store learn their state with their first answer. Others are asked before, since the
  /// store may have moved on by the time that the answer is there: the earlier state is the safe one to note.
  var tellsStateWithAnswer: Bool { get }

  /// The state of what the store has read, without a look whether another process has changed the data since; `nil` to
  /// ask a reader.
  var knownState: PersistentHistoryToken? { get }
}
