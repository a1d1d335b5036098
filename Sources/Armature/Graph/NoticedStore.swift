/// A store that can be told by others that they have saved, so that nobody need wait for the next look.
package protocol NoticedStore: PersistentStore {
  /// Begins to listen; `nil` where nobody tells.
  ///
  /// - Throws: Any error, if it cannot be done at the moment.
  func makeNotices() throws -> (any StoreNotices)?
}
