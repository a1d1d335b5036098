/// A list as a context knows it, which does not keep it.
struct WeakLiveList {
  private(set) weak var list: (any LiveList)?
  /// Whether the list is in a child of the context.
  var isOfChild = false

  /// Tells the list what has changed in the context.
  func note(_ changes: GraphChanges) {
    if isOfChild {
      list?.noteChangesAbove()
    } else {
      list?.note(changes)
    }
  }
}
