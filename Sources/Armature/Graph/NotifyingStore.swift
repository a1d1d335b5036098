/// A store that receives notifications of saves by others, so that no one needs to wait for the next access.
package protocol NotifyingStore: PersistentStore {
  /// Begins to listen; returns `nil` if the store has no notifications.
  ///
  /// - Throws: Any error, if it is impossible at the moment.
  func makeNotices() throws -> (any StoreNotices)?
}
