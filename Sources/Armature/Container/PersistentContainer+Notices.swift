extension PersistentContainer {
  /// Returns a sequence that reports saves by others: other processes, other machines, or another container over the
  /// same data.
  ///
  /// ```swift
  /// var token = try container.currentHistoryToken()
  /// for await _ in container.remoteChanges() {
  ///   for save in try container.history(since: token) {
  ///     print(save.author ?? "somebody")
  ///     token = save.token
  ///   }
  /// }
  /// ```
  /// Each element is the store's current position, and covers all saves since the previous element. Read the details
  /// from the history. A slow reader gets only the latest element. On an element, a context with
  /// ``ManagedObjectContext/mergesChangesAutomatically`` only needs to fetch; any other context can merge the result
  /// of ``history(since:author:entity:)``. After an interruption, such as a lost connection, there is always one
  /// element. The sequence ends with its task, when the sequence is released, or when others have migrated the rows
  /// to another model. The next fetch then throws the reason.
  ///
  /// Core Data: `NSPersistentStoreRemoteChange`.
  ///
  /// - Parameter interval: The interval for polling the store; one second by default. Each poll asks the store one
  ///   question: `PRAGMA data_version` in SQLite, the size and time of a JSON file, or a round trip to a server. A
  ///   `PostgreSQLStore` also listens on a separate connection, and hears of saves by stores with `notifies: true` at
  ///   once. This does not work through a connection pooler.
  /// - Returns: A sequence without elements if the store counts no saves, or if no one else can change it.
  public func remoteChanges(
    pollingEvery interval: Duration = .seconds(1)
  ) -> AsyncStream<PersistentHistoryToken> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let watch = SaveWatch(store, every: interval, continuation)
      continuation.onTermination = { _ in watch.stop() }
      watch.start()
    }
  }
}
