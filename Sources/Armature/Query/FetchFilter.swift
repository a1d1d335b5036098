import ArmatureModel

/// Filters the objects of one entity by a request.
struct FetchFilter {
  private enum Test {
    case all
    case compiled(CompiledPredicate)
    /// Tests objects as last saved.
    case saved(FetchPredicate, CompiledPatterns, EvaluationDate)
  }

  private let graph: ObjectGraph
  private let slots: SlotTable
  private let test: Test

  /// - Parameter condition: The condition to test; `nil` for that of the request.
  init(
    _ request: FetchRequest, _ graph: ObjectGraph, _ position: Int,
    condition: FetchPredicate? = nil
  ) {
    self.graph = graph
    slots = graph.slots
    let condition = condition ?? request.predicate
    if graph.readsSaved(for: request) {
      test = .saved(condition, CompiledPatterns(condition), EvaluationDate(graph))
    } else if condition == .constant(true) {
      test = .all
    } else {
      test = .compiled(
        CompiledPredicate(
          condition, graph.runtime(at: position).properties,
          over: (request.entity, graph.model.tree)))
    }
  }

  /// Visits the matching objects in order, until a visit returns false.
  @inline(__always) func forEachMatch(
    among handles: ContiguousArray<Handle>, _ visit: (Handle, Unmanaged<ManagedObject>) -> Bool
  ) {
    switch test {
    case .all:
      for handle in handles {
        if let object = object(handle), !visit(handle, object) { return }
      }
    case .compiled(let predicate):
      handles.withUnsafeBufferPointer { forEachMatch(among: $0, predicate, visit) }
    case .saved(let predicate, let patterns, let date):
      for handle in handles {
        if let object = savedObject(handle, predicate, patterns, date), !visit(handle, object) {
          return
        }
      }
    }
  }

  /// Returns whether the object of a handle matches the condition.
  func holds(_ handle: Handle) -> Bool {
    switch test {
    case .all: object(handle) != nil
    case .compiled(let predicate):
      object(handle).map { object in
        predicate.holds(object, object._withUnsafeGuaranteedRef { $0.row })
      } ?? false
    case .saved(let predicate, let patterns, let date):
      savedObject(handle, predicate, patterns, date) != nil
    }
  }

  /// Collects several objects before reading their rows, so that their memory accesses overlap. The test has no
  /// branch on the outcome, which is unpredictable.
  @inline(__always) private func forEachMatch(
    among handles: UnsafeBufferPointer<Handle>, _ predicate: CompiledPredicate,
    _ visit: (Handle, Unmanaged<ManagedObject>) -> Bool
  ) {
    typealias Candidate = (handle: Handle, object: Unmanaged<ManagedObject>, row: Row)
    let blockSize = 64
    withUnsafeTemporaryAllocation(of: Candidate.self, capacity: blockSize) { candidates in
      let candidates = candidates.baseAddress.unsafelyUnwrapped
      for start in stride(from: 0, to: handles.count, by: blockSize) {
        var count = 0
        for index in start..<min(start + blockSize, handles.count) {
          guard let object = object(handles[index]) else { continue }
          let row = object._withUnsafeGuaranteedRef { $0.row }
          (candidates + count).initialize(to: (handles[index], object, row))
          count += 1
        }
        var matchCount = 0
        for index in 0..<count {
          let candidate = candidates[index]
          candidates[matchCount] = candidate
          matchCount += predicate.holds(candidate.object, candidate.row) ? 1 : 0
        }
        for index in 0..<matchCount where !visit(candidates[index].handle, candidates[index].object)
        {
          return
        }
      }
    }
  }

  @inline(__always) private func object(_ handle: Handle) -> Unmanaged<ManagedObject>? {
    let slot = slots[handle]
    guard slot.isThere else { return nil }
    return slot.object ?? graph.object(handle).map(Unmanaged.passUnretained)
  }

  private func savedObject(
    _ handle: Handle, _ predicate: FetchPredicate, _ patterns: CompiledPatterns,
    _ date: EvaluationDate
  ) -> Unmanaged<ManagedObject>? {
    guard let object = graph.anyObject(handle), !object.row.state.contains(.inserted),
      PredicateEvaluator(object: object, patterns: patterns, date: date, isSaved: true)
        .holds(predicate)
    else { return nil }
    return .passUnretained(object)
  }
}
