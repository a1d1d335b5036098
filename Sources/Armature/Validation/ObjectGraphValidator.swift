import ArmatureModel

/// Validates several objects of a graph: their rules, their hooks, and their unique values.
struct ObjectGraphValidator {
  private let graph: ObjectGraph

  init(_ graph: ObjectGraph) { self.graph = graph }

  /// Returns the failures of some objects, in the order of entities, objects, properties and rules.
  ///
  /// - Parameter isSaving: True to call the hooks as well, in the same order.
  func report(on objects: [ManagedObject], isSaving: Bool = false) -> ValidationReport {
    var uniqueness: UniquenessValidator? = UniquenessValidator(
      graph, ContiguousArray(objects.map(\.row.handle)))
    var found: [(object: ManagedObject, report: ValidationReport)] = []
    for object in isSaving ? objects.sorted(by: { $0.sortKey < $1.sortKey }) : objects {
      var report = report(on: object, &uniqueness)
      if isSaving, object.shape.hasHooks, let change = object.pendingChange {
        object.callHooks(for: change, &report)
      }
      if !report.isEmpty { found.append((object, report)) }
    }
    return sorted(found)
  }

  /// Returns the failures of objects to be saved, if no user code runs.
  func report(on handles: ContiguousArray<Handle>) -> ValidationReport {
    var found: [(object: ManagedObject, report: ValidationReport)] = []
    let slots = graph.slots
    // An unchanged object cannot cause a new conflict, so all objects that were only read need no index.
    let mayAgree = handles.contains { handle in
      slots[handle].object?._withUnsafeGuaranteedRef {
        $0.isThere && graph.indexes.mayAgreeAnew($0)
      } ?? false
    }
    var uniqueness = mayAgree ? UniquenessValidator(graph, handles) : nil
    // Usually no two objects have equal values, which the indexes show without looking at each object.
    let someAgree = mayAgree && graph.indexes.hasConflicts
    for handle in handles {
      guard let reference = slots[handle].object else { continue }
      // Most objects are valid by rules that read nothing else: not even a reference is counted.
      let isFine = reference._withUnsafeGuaranteedRef { object in
        object.isThere
          ? !(someAgree && object.shape.hasUniqueIndexes)
            && !object.hasRuleClosures && object.keepsRules
          : !object.isDenied
      }
      if isFine { continue }
      let object = reference.takeUnretainedValue()
      let report = report(on: object, &uniqueness)
      if !report.isEmpty { found.append((object, report)) }
    }
    return sorted(found)
  }

  private func report(
    on object: ManagedObject, _ uniqueness: inout UniquenessValidator?
  ) -> ValidationReport {
    guard object.isThere else { return ValidationReport(object.denials) }
    var report = ValidationReport()
    if object.hasRuleClosures || !object.keepsRules {
      report = ValidationReport(ObjectValidator(object).failures())
    }
    if object.shape.hasUniqueIndexes, let failures = uniqueness?.failures(of: object),
      !failures.isEmpty
    {
      report.merge(ValidationReport(failures))
    }
    return report
  }

  private func sorted(
    _ found: [(object: ManagedObject, report: ValidationReport)]
  ) -> ValidationReport {
    // Only failures are sorted: most saves have none.
    var report = found.sorted { $0.object.sortKey < $1.object.sortKey }
      .reduce(into: ValidationReport()) { $0.merge($1.report) }
    let denied = Set(found.lazy.map(\.object).filter { !$0.isThere }.map(\.objectID))
    if !denied.isEmpty {
      report = ValidationReport(report.failures.filter { !isOfDenial($0, of: denied) })
    }
    report.shareTopics()
    return report
  }

  /// Returns whether a failure reports a link to a deleted object that may not be deleted because of this link. The
  /// failure of the deletion already reports the link.
  private func isOfDenial(
    _ failure: ValidationFailure, of denied: Set<ManagedObjectID>
  ) -> Bool {
    guard case .danglingReference(let lost) = failure.kind, let id = lost.id, denied.contains(id),
      let name = failure.property,
      let runtime = graph.model.runtime(named: failure.entity)?.takeUnretainedValue(),
      let relationship = runtime.entity.property(named: name)?.asRelationship
    else { return false }
    return graph.model.inverseDeleteRule(of: relationship) == .deny
  }
}

extension ManagedObject {
  fileprivate final var sortKey: (Int, Int) { (shape.index, Int(row.handle.rawValue)) }
}
