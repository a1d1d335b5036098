extension PersistentContainer {
  /// Returns a sequence with an element whenever someone else has saved to the store.
  ///
  /// A save is reported if it comes from another process, from another machine, or from another container over the same
  /// data.
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
  /// Each element is the store's current position, and covers all saves since the previous element. If several saves
  /// happen before you read the next element, you get only the latest position. After an interruption, such as a lost
  /// connection, the sequence always adds one element.
  ///
  /// When you get an element, update your context:
  /// - A context with ``ManagedObjectContext/mergesChangesAutomatically`` merges the saves in its next fetch.
  /// - For any other context, pass the result of ``history(since:author:entity:)`` to
  ///   ``ManagedObjectContext/mergeChanges(from:)-([PersistentHistoryTransaction])``.
  ///
  /// The sequence ends when its task is cancelled or when the sequence is released. It also ends when another process
  /// has migrated the rows to another model. The next fetch then throws an error with the reason.
  ///
  /// Core Data: `NSPersistentStoreRemoteChange`.
  ///
  /// - Parameter interval: The interval at which the store is polled. The default is one second. A poll is cheap:
  ///   SQLite runs `PRAGMA data_version`, a JSON store looks at the size and time of its file, and a server takes one
  ///   round trip. A `PostgreSQLStore` also listens on a separate connection. If the other stores have
  ///   `notifies: true`, their saves are reported at once. This does not work through a connection pooler.
  /// - Returns: The sequence. It has no elements if the store does not count its saves, or if no one else can change
  ///   the store.
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
