/// A list that follows what changes in its context.
protocol LiveList: AnyObject {
  func note(_ changes: GraphChanges)
}
