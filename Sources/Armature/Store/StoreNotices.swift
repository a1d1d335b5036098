/// A listener for saves, which stops when it is released.
package protocol StoreNotices: AnyObject {
  /// Waits for a notification of a save, or until a time has passed.
  ///
  /// - Returns: Whether a notification has arrived.
  /// - Throws: Any error, if no more notifications can be received.
  func wait(_ time: Duration) throws -> Bool
}
