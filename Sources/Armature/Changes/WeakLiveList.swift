/// A list as its context knows it, which does not keep it.
struct WeakLiveList {
  private(set) weak var list: (any LiveList)?
}
