/// A list that follows what changes in its context.
protocol LiveList: AnyObject {
  func note(_ changes: GraphChanges)
  /// Notes that something has changed in a context above that of the list.
  func noteChangesAbove()
  /// How the list differs from what its request finds, if it has been brought up to date; for debug builds.
  func differenceFromFetch() throws -> String?
}
