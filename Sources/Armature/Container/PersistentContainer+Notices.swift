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
  /// Each element is a token for the latest save in the store's history. If several saves happen before you read the
  /// next element, you get only one element for all of them.
  ///
  /// The element tells you that something has changed, but it does not contain the changes. There are two ways to bring
  /// them into a context:
  /// - Set ``ManagedObjectContext/mergesChangesAutomatically``. The context then merges the changes in its next fetch.
  /// - Pass the result of ``history(since:author:entity:)`` to
  ///   ``ManagedObjectContext/mergeChanges(from:)-([PersistentHistoryTransaction])``.
  ///
  /// The sequence ends when its task is cancelled. It also ends if another process migrates the store to another model.
  /// In this case, your next fetch throws an error that states the reason. If the connection to a server was lost for
  /// some time, you get an additional element, because the sequence may have missed a save.
  ///
  /// Core Data: `NSPersistentStoreRemoteChange`.
  ///
  /// - Parameter interval: The interval at which the container asks the store for new saves. The default is one second.
  ///   Asking is cheap: a SQLite store runs `PRAGMA data_version`, a JSON store looks at the size and date of its file,
  ///   and a server needs one round trip. A `PostgreSQLStore` also listens on a separate connection. If the other
  ///   stores were opened with `notifies: true`, it learns of their saves at once. This does not work through a
  ///   connection pooler.
  /// - Returns: The sequence. It stays empty if the store does not count its saves, or if only this container can
  ///   change the store.
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
