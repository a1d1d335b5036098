/// The removed objects that a graph still needs.
struct RetiredObjects {
  /// Faults whose rows turned out to be missing. They are kept until the next save, because reading a fault must not
  /// free it.
  private var missing: [ManagedObject] = []
  /// Removed objects, kept until the removing operation has ended.
  private var leaving: [ManagedObject] = []
  /// The number of operations during which removed objects must not be freed, because their `deinit` may run user code.
  var holdCount = 0
  /// Texts that identify removed objects in messages. Links may still lead to these objects.
  private var labels: [Handle: String] = [:]
  /// Whether an object was removed permanently although undo could have restored it after its saved deletion.
  var hasErased = false
  /// Whether rows were read that lead to an object which the next save deletes.
  var hasLateLinks = false

  /// Keeps an object with a missing row until the next save.
  mutating func keepMissing(_ object: ManagedObject) { missing.append(object) }

  /// Lets the objects with missing rows be released with the other removed objects.
  mutating func forgetMissing() {
    if missing.isEmpty { return }
    leaving += missing
    missing = []
  }

  /// Keeps an object until the removing operation has ended.
  mutating func keep(_ object: ManagedObject) { leaving.append(object) }
  mutating func keep(_ objects: [ManagedObject]) { leaving += objects }

  /// Returns and clears the removed objects; freeing them may run user code.
  mutating func takeLeaving() -> [ManagedObject] {
    if leaving.isEmpty || holdCount > 0 { return [] }
    defer { leaving = [] }
    return leaving
  }

  /// The label of a removed object.
  subscript(label handle: Handle) -> String? {
    get { labels[handle] }
    set { labels[handle] = newValue }
  }

  /// Discards the labels of objects before a handle.
  mutating func forgetLabels(before end: Handle) {
    if !labels.isEmpty { labels = labels.filter { $0.key >= end } }
  }

  /// Discards all information because all objects are removed.
  mutating func reset() {
    labels = [:]
    forgetMissing()
    (hasErased, hasLateLinks) = (false, false)
  }
}
