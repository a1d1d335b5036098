extension PersistentContainer {
  /// Says when others have saved to the store: other processes, other machines, or another container over the same data.
  ///
  /// ```swift
  /// var token = try container.currentHistoryToken()
  /// for await _ in container.savesOfOthers() {
  ///   for save in try container.history(since: token) {
  ///     print(save.author ?? "somebody")
  ///     token = save.token
  ///   }
  /// }
  /// ```
  /// An element only says that it is worth a look: it is the point that the store was at, and stands for all saves
  /// since the one before. Whoever takes long gets the last one. A context with
  /// ``ManagedObjectContext/mergesChangesAutomatically`` need not do more than fetch then; another one merges what
  /// ``history(since:author:entity:)`` has. After a time in which the store could not be asked, such as behind a lost
  /// connection, there is one element in any case. The sequence ends with its task, when nobody keeps it, or when others have
  /// migrated the rows to another model, which the next fetch tells of.
  ///
  /// Core Data: `NSPersistentStoreRemoteChange`.
  ///
  /// - Parameter interval: How long it may take until a save is noticed that nobody tells of; a second unless said
  ///   otherwise. Each look is one question to the store: `PRAGMA data_version` in SQLite, the size and time of a file of
  ///   JSON, a round trip to a server. A `PostgreSQLStore` also listens on a connection of its own, unless there is a
  ///   pooler in front of the server, and hears at once of saves by stores with `notifies: true`.
  /// - Returns: A sequence that yields nothing for a store that counts no saves, or that nobody else can change.
  public func savesOfOthers(
    lookingEvery interval: Duration = .seconds(1)
  ) -> AsyncStream<PersistentHistoryToken> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let watch = SaveWatch(store, every: interval, continuation)
      continuation.onTermination = { _ in watch.stop() }
      watch.start()
    }
  }
}
