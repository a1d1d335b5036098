import ArmatureModel

/// Validates objects of a graph together: their rules, their hooks, and what is unique among them.
struct ObjectGraphValidator {
  private let graph: ObjectGraph

  init(_ graph: ObjectGraph) { self.graph = graph }

  /// What is wrong with some objects, in the order of entities, objects, properties and rules.
  ///
  /// - Parameter isSaving: Whether the hooks are called, too, in the same order.
  func report(on objects: [ManagedObject], isSaving: Bool = false) -> ValidationReport {
    var uniqueness: UniquenessValidator? = UniquenessValidator(
      graph, ContiguousArray(objects.map(\.row.handle)))
    var found: [(object: ManagedObject, report: ValidationReport)] = []
    for object in isSaving ? objects.sorted(by: { $0.sortKey < $1.sortKey }) : objects {
      var report = report(on: object, &uniqueness)
      if isSaving, object.shape.pointee.hasHooks, let change = object.pendingChange {
        object.callHooks(for: change, &report)
      }
      if !report.isEmpty { found.append((object, report)) }
    }
    return sorted(found)
  }

  /// What is wrong with objects that are to be saved, where no code of the user runs.
  func report(on handles: ContiguousArray<Handle>) -> ValidationReport {
    var found: [(object: ManagedObject, report: ValidationReport)] = []
    let slots = graph.slots
    // What nobody has changed agrees with nobody anew: no index is made for it of all that was read.
    let mayAgree = handles.contains { handle in
      slots.pointee[handle].object?._withUnsafeGuaranteedRef {
        $0.isThere && graph.indexes.mayAgreeAnew($0)
      } ?? false
    }
    var uniqueness = mayAgree ? UniquenessValidator(graph, handles) : nil
    // Most often no two objects agree at all, which the indexes tell without a look at each.
    let someAgree = mayAgree && graph.indexes.hasConflicts
    for handle in handles {
      guard let reference = slots.pointee[handle].object else { continue }
      // Most objects are valid by rules that look at nothing else: not even a reference is counted.
      let isFine = reference._withUnsafeGuaranteedRef { object in
        object.isThere
          ? !(someAgree && object.shape.pointee.hasUniqueIndexes)
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
    if object.shape.pointee.hasUniqueIndexes, let failures = uniqueness?.failures(of: object),
      !failures.isEmpty
    {
      report.merge(ValidationReport(failures))
    }
    return report
  }

  private func sorted(
    _ found: [(object: ManagedObject, report: ValidationReport)]
  ) -> ValidationReport {
    // Only what failed is put in order: most saves have nothing to sort.
    var report = found.sorted { $0.object.sortKey < $1.object.sortKey }
      .reduce(into: ValidationReport()) { $0.merge($1.report) }
    report.shareTopics()
    return report
  }
}

extension ManagedObject {
  fileprivate final var sortKey: (Int, Int) { (shape.pointee.index, Int(row.handle.rawValue)) }
}
