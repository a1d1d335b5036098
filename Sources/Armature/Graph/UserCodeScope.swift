/// The user code that a graph is running, and its permissions.
final class UserCodeScope {
  /// The missing values that the running user code has read.
  ///
  /// The exclusivity check is turned off. Each hook sets and restores this property, and the check takes more time than
  /// both. No user code runs during an access.
  @exclusivity(unchecked) var absentReads: AbsentReads?
  /// The graph of the placeholders that user code has received for missing objects.
  private(set) var standIns: ObjectGraph?
  /// The number of reads that have called user code and are still in progress. They continue with their handles
  /// afterwards.
  var openReads = 0
  /// The number of nested resets in progress: a `deinit` may reset again.
  var openResets = 0
  /// Whether user code waits until a child context has saved.
  private(set) var isHeld = false
  /// The objects that were read meanwhile. Their hooks wait.
  private var waiting: [ManagedObject] = []

  /// Makes user code wait.
  func hold() { isHeld = true }

  /// Ends the wait, and returns the objects whose hooks have waited.
  func resume() -> [ManagedObject] {
    isHeld = false
    defer { waiting = [] }
    return waiting
  }

  /// Returns whether the hook of an object that was read must wait. The object is then recorded.
  func postpones(_ object: ManagedObject) -> Bool {
    if isHeld { waiting.append(object) }
    return isHeld
  }

  /// Runs user code and records its reads of missing required values.
  ///
  /// - Throws: The error of the code, or the recorded reads.
  func notingAbsentReads<Result>(
    isInRule: Bool, _ body: () throws -> Result
  ) throws -> Result {
    var outer: AbsentReads? = AbsentReads(isInRule: isInRule)
    swap(&absentReads, &outer)
    defer { swap(&absentReads, &outer) }
    let result = try body()
    if let reads = absentReads, !reads.texts.isEmpty { throw reads }
    return result
  }

  /// Runs a hook of an object that does not have its values yet, or no longer has them.
  ///
  /// If the hook reads a missing required value, it gets a placeholder, and the read is not reported.
  func allowingAbsentReads(_ hook: () -> Void) {
    var outer: AbsentReads? = AbsentReads(isInRule: false, isTold: false)
    swap(&absentReads, &outer)
    defer { swap(&absentReads, &outer) }
    hook()
  }

  /// Records that user code has read a required value that an object lacks.
  func noteAbsentRead(_ property: StoredProperty, of object: ManagedObject) {
    guard absentReads?.takesMore == true else { return }
    // Computing the label of the object may read, too.
    let text =
      "It reads \(object.runtime.entity.name).\(property.name), which has no value in \(object.failureObject)."
    absentReads?.note(text)
  }

  /// Returns a placeholder for a missing object of a graph. It belongs to a separate graph, which is released together
  /// with this graph.
  func standIn(ofEntity name: String, in graph: ObjectGraph) -> ManagedObject? {
    let positions = graph.model.tree.branch(of: name)
    guard let position = positions.first(where: { !graph.model.entities[$0].isAbstract }) else {
      return nil
    }
    let standIns = self.standIns ?? ObjectGraph(graph.model, graph.environment)
    // Permanently: the missing object is the cause of all missing values there.
    standIns.userCode.absentReads = .unnoticed
    self.standIns = standIns
    let object = graph.runtime(at: position).makeObject(graph.environment)
    standIns.insert(object)
    return object
  }
}
