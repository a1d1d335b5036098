/// A weak reference of a context to a list.
struct WeakLiveList {
  private(set) weak var list: (any LiveList)?
  /// A Boolean value that indicates whether the list belongs to a child of the context.
  var isOfChild = false

  /// Reports changes of the context to the list.
  func note(_ changes: GraphChanges) {
    if isOfChild {
      list?.noteChangesAbove()
    } else {
      list?.note(changes)
    }
  }
}
