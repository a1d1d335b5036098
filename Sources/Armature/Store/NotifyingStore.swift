/// A store that receives notifications of saves by other processes. A context can then merge them without waiting for
/// its next access.
package protocol NotifyingStore: PersistentStore {
  /// Begins to listen. Returns `nil` if the store has no notifications.
  ///
  /// - Throws: Any error, if listening is currently impossible.
  func makeNotices() throws -> (any StoreNotices)?
}
