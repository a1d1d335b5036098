/// A store that can be told by others that they have saved, so that nobody need wait for the next look.
package protocol NoticedStore: PersistentStore {
  /// Begins to listen; `nil` where nobody tells.
  ///
  /// - Throws: Any error, if it cannot be done at the moment.
  func makeNotices() throws -> (any StoreNotices)?
}

/// What listens to those who save; it stops when nobody keeps it.
package protocol StoreNotices: AnyObject {
  /// Waits until somebody says that he has saved, or for some time.
  ///
  /// - Returns: Whether somebody has said so.
  /// - Throws: Any error, if nothing is heard any more.
  func wait(_ time: Duration) throws -> Bool
}
