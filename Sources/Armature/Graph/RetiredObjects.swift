/// The objects that a graph has let go of, as far as it has still to do with them.
struct RetiredObjects {
  /// The faults whose rows turned out to be gone, kept until the next save: a read of one must not
  /// free it.
  private var missing: [ManagedObject] = []
  /// The objects that were let go of, kept until whatever has done so is over.
  private var leaving: [ManagedObject] = []
  /// The labels of objects that are gone and that links may still lead to: what identified them to a human.
  private var labels: [Handle: String] = [:]
  /// Whether an object is gone for good whose saved deletion could have been undone.
  var hasErased = false
  /// Whether rows were read that lead to what the next save deletes.
  var hasLateLinks = false

  /// Keeps an object whose row is missing until the next save.
  mutating func keepMissing(_ object: ManagedObject) { missing.append(object) }

  /// Lets go of the objects whose rows were missing.
  mutating func forgetMissing() { missing = [] }

  /// Keeps an object until whatever lets go of it is over.
  mutating func keep(_ object: ManagedObject) { leaving.append(object) }
  mutating func keep(_ objects: [ManagedObject]) { leaving += objects }

  /// Takes out the objects that were let go of; freeing them may run code of the user.
  mutating func takeLeaving() -> [ManagedObject] {
    if leaving.isEmpty { return [] }
    defer { leaving = [] }
    return leaving
  }

  /// The label of an object that is gone.
  subscript(label handle: Handle) -> String? {
    get { labels[handle] }
    set { labels[handle] = newValue }
  }

  /// Forgets the labels of objects before a handle.
  mutating func forgetLabels(before end: Handle) {
    if !labels.isEmpty { labels = labels.filter { $0.key >= end } }
  }

  /// Forgets what is known of objects that all go.
  mutating func reset() {
    labels = [:]
    missing = []
    (hasErased, hasLateLinks) = (false, false)
  }
}
