/// A store that reports the state of its results differently from other stores.
package protocol StateReporting: PersistentStore {
  /// Whether readers learn their state together with their first result. Any other reader is asked for its state before
  /// the result is read. The store may change in between, so the earlier state is the safe one to record.
  var reportsStateWithResult: Bool { get }

  /// The state that reads of the store have, without a check for changes by other processes. It is `nil` if a reader
  /// must be asked.
  var knownState: PersistentHistoryToken? { get }
}
