import ArmatureModel

/// Decides which objects of one entity a request finds.
struct FetchFilter {
  private enum Test {
    case all
    case compiled(CompiledPredicate)
    /// As they were last saved.
    case saved(FetchPredicate, CompiledPatterns, EvaluationDate)
  }

  private let graph: ObjectGraph
  private let slots: UnsafeMutablePointer<SlotTable>
  private let test: Test

  init(_ request: FetchRequest, _ graph: ObjectGraph, _ position: Int) {
    self.graph = graph
    slots = graph.slots
    if !request.includesPendingChanges, graph.changes.count > 0 {
      test = .saved(
        request.predicate, CompiledPatterns(request.predicate), EvaluationDate(graph))
    } else if request.predicate == .constant(true) {
      test = .all
    } else {
      test = .compiled(
        CompiledPredicate(
          request.predicate, graph.runtime(at: position).properties,
          over: (request.entity, graph.model.tree)))
    }
  }

  @inline(__always) func admits(_ handle: Handle) -> Bool {
    switch test {
    case .all: return slots.pointee[handle].isThere
    case .compiled(let predicate):
      let slot = slots.pointee[handle]
      guard slot.isThere else { return false }
      if let object = slot.object { return object._withUnsafeGuaranteedRef(predicate.holds) }
      return graph.makeFault(handle).map(predicate.holds) ?? false
    case .saved(let predicate, let patterns, let date):
      return admitsSaved(handle, predicate, patterns, date)
    }
  }

  private func admitsSaved(
    _ handle: Handle, _ predicate: FetchPredicate, _ patterns: CompiledPatterns,
    _ date: EvaluationDate
  ) -> Bool {
    guard let object = slots.pointee.anyObject(handle) ?? graph.object(handle),
      !object.row.state.contains(.inserted)
    else { return false }
    return PredicateEvaluator(object: object, patterns: patterns, date: date, isSaved: true)
      .holds(predicate)
  }
}
