/// A weak reference from a context to a list.
struct WeakLiveList {
  private(set) weak var list: (any LiveList)?
}
