/// The user code of the contexts above a saving one: hooks of reads, observers, and the `deinit` of removed objects.
///
/// This code waits from the time when the changes of the child are collected until they count as saved. Otherwise it
/// could change the child in between, and these changes would count as saved, although the parent does not have them.
/// It could also find the parent with a part of the changes.
final class HeldUserCode {
  /// The graphs of the parent and its parents, the outermost first.
  private let graphs: [ObjectGraph]
  private var isHeld = false

  /// - Parameter graph: The graph of the saving context.
  init(above graph: ObjectGraph) {
    var graphs: [ObjectGraph] = []
    var next = graph
    while let parent = next.source.parent {
      next = parent.graph
      graphs.append(next)
    }
    self.graphs = graphs.reversed()
  }

  /// Makes the user code wait.
  ///
  /// - Throws: ``ManagedObjectError/nestedSave`` if it already waits for the save of another child.
  func hold() throws(ManagedObjectError) {
    guard graphs.allSatisfy({ !$0.userCode.isHeld }) else { throw .nestedSave }
    isHeld = true
    for graph in graphs {
      GraphObservation(graph).beginOperation()
      graph.retired.holdCount += 1
      graph.userCode.hold()
    }
  }

  /// Runs the user code that has waited, if any.
  func resume() {
    guard isHeld else { return }
    isHeld = false
    let waiting = graphs.map { $0.userCode.resume() }
    for graph in graphs { graph.retired.holdCount -= 1 }
    for (graph, objects) in zip(graphs, waiting) {
      for object in objects { graph.awakeLate(object) }
      graph.releaseLeaving()
      GraphObservation(graph).endOperation()
    }
  }
}
