/// A store that reports the state of its results differently from other stores.
package protocol StateReporting: PersistentStore {
  /// Whether readers learn their state with their first result. Other readers are asked beforehand: the store may have
  /// changed by the time of the result, so the earlier state is the safe one to record.
  var reportsStateWithResult: Bool { get }

  /// The state of the store's reads, without checking for changes by other processes; `nil` to ask a reader.
  var knownState: PersistentHistoryToken? { get }
}
