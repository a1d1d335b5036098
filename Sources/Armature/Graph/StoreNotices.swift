/// What listens to those who save; it stops when nobody keeps it.
package protocol StoreNotices: AnyObject {
  /// Waits until somebody says that he has saved, or for some time.
  ///
  /// - Returns: Whether somebody has said so.
  /// - Throws: Any error, if nothing is heard any more.
  func wait(_ time: Duration) throws -> Bool
}
