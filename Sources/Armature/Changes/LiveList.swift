/// A list that follows the changes in its context.
protocol LiveList: AnyObject {
  func note(_ changes: GraphChanges)
  /// Reports that something has changed in a parent of the list's context.
  func noteChangesAbove()
  /// Returns the difference between an updated list and the result of a fetch; for debug builds.
  func differenceFromFetch() throws -> String?
}
