extension PersistentContainer {
  /// Returns a sequence that tells you when someone else has saved to the store.
  ///
  /// Use this sequence if other processes or other machines change the same data. It also reports the saves of other
  /// containers in this process. For example, the following loop prints the author of each save:
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
  /// Each element is the current position of the store in its history. If several saves happen before you read the next
  /// element, you get a single element for all of them.
  ///
  /// An element does not contain the changes. You have two ways to get them into a context:
  /// - Set ``ManagedObjectContext/mergesChangesAutomatically``. The context then merges the changes in its next fetch.
  /// - Pass the result of ``history(since:author:entity:)`` to
  ///   ``ManagedObjectContext/mergeChanges(from:)-([PersistentHistoryTransaction])``.
  ///
  /// The sequence ends when its task is cancelled or when you release it. It also ends if another process migrates the
  /// store to another model, and your next fetch throws an error with this reason. After a lost connection, the
  /// sequence always adds an element, because it may have missed a save.
  ///
  /// Core Data: `NSPersistentStoreRemoteChange`.
  ///
  /// - Parameter interval: The interval at which the store is polled. The default is one second. A poll is cheap:
  ///   SQLite runs `PRAGMA data_version`, a JSON store looks at the size and time of its file, and a server takes one
  ///   round trip. A `PostgreSQLStore` also listens on a separate connection. If the other stores have `notifies:
  ///   true`, their saves are reported at once. This does not work through a connection pooler.
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
