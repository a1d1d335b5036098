/// A list that follows what changes in its context.
protocol LiveList: AnyObject {
  func note(_ changes: GraphChanges)
}

/// A list as its context knows it, which does not keep it.
struct WeakLiveList {
  private(set) weak var list: (any LiveList)?
}
