/// A list that follows the changes in its context.
protocol LiveList: AnyObject {
  func note(_ changes: GraphChanges)
  /// Notes that something has changed in a context above that of the list.
  func noteChangesAbove()
  /// Returns the difference between an updated list and the result of a fetch; for debug builds.
  func differenceFromFetch() throws -> String?
}
