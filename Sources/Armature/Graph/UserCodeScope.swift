/// The code of the user that a graph is running, and what it may see.
final class UserCodeScope {
  /// What such code has read that is absent, while it runs.
  ///
  /// Unchecked, since each hook sets it and puts it back, and the check costs more than both: nobody runs such code
  /// while it reads or writes this.
  @exclusivity(unchecked) var absentReads: AbsentReads?
  /// The objects in place of absent ones that such code was given, in a graph of their own.
  private(set) var standIns: ObjectGraph?
  /// How many reads are under way that have called such code, and go on with their handles.
  var openReads = 0
  /// How many resets are under way, one within the other: a `deinit` may reset again.
  var openResets = 0

  /// Runs code of the user, in which reads of absent required values are noted.
  ///
  /// - Throws: What the code throws; the reads if there were any.
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

  /// Runs a hook of an object whose values nobody is to blame for: they are not set yet, or gone already.
  ///
  /// Reads of absent required values yield stand-ins, and nobody is told.
  func allowingAbsentReads(_ hook: () -> Void) {
    var outer: AbsentReads? = AbsentReads(isInRule: false, isTold: false)
    swap(&absentReads, &outer)
    defer { swap(&absentReads, &outer) }
    hook()
  }

  /// Notes that such code has read a required value that an object lacks.
  func noteAbsentRead(_ property: StoredProperty, of object: ManagedObject) {
    guard absentReads?.takesMore == true else { return }
    // The label of the object may read, too.
    let text =
      "It reads \(object.runtime.entity.name).\(property.name), which has no value in \(object.failureObject)."
    absentReads?.note(text)
  }

  /// An object in place of an absent one of a graph; it is in a graph of its own, which ends with that one.
  func standIn(ofEntity name: String, in graph: ObjectGraph) -> ManagedObject? {
    let positions = graph.model.tree.branch(of: name)
    guard let position = positions.first(where: { !graph.model.entities[$0].isAbstract }) else {
      return nil
    }
    let standIns = self.standIns ?? ObjectGraph(graph.model, graph.environment)
    // For good: whatever is read in there, the absent object is what is wrong.
    standIns.userCode.absentReads = .unnoticed
    self.standIns = standIns
    let object = graph.runtime(at: position).makeObject(graph.environment)
    standIns.insert(object)
    return object
  }
}
