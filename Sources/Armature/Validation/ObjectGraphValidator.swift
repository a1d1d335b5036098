import ArmatureModel

/// Validates objects of a graph together: their rules, their hooks, and what is unique among them.
struct ObjectGraphValidator {
  private let graph: ObjectGraph

  init(_ graph: ObjectGraph) { self.graph = graph }

  /// What is wrong with some objects, in the order of entities, objects, properties and rules.
  ///
  /// - Parameter isSaving: Whether the hooks are called, too, in the same order.
  func report(on objects: [ManagedObject], isSaving: Bool = false) -> ValidationReport {
    var uniqueness = UniquenessValidator(graph, ContiguousArray(objects.map(\.row.handle)))
    var found: [(object: ManagedObject, report: ValidationReport)] = []
    for object in isSaving ? objects.sorted(by: { $0.sortKey < $1.sortKey }) : objects {
      var report = report(on: object, &uniqueness)
      if isSaving && object.shape.pointee.hasHooks { callHook(of: object, &report) }
      if !report.isEmpty { found.append((object, report)) }
    }
    return sorted(found)
  }

  /// What is wrong with objects that are to be saved, where no code of the user runs.
  func report(on handles: ContiguousArray<Handle>) -> ValidationReport {
    var uniqueness = UniquenessValidator(graph, handles)
    var found: [(object: ManagedObject, report: ValidationReport)] = []
    let slots = graph.slots
    for handle in handles {
      guard let reference = slots.pointee[handle].object else { continue }
      // Most objects are valid by rules that look at nothing else: not even a reference is counted.
      let isFine = reference._withUnsafeGuaranteedRef { object in
        !object.shape.pointee.hasUniqueIndexes && (!object.isThere || object.isValid)
      }
      if isFine { continue }
      let object = reference.takeUnretainedValue()
      let report = report(on: object, &uniqueness)
      if !report.isEmpty { found.append((object, report)) }
    }
    return sorted(found)
  }

  private func report(
    on object: ManagedObject, _ uniqueness: inout UniquenessValidator
  ) -> ValidationReport {
    var report = ValidationReport()
    guard object.isThere else { return report }
    if !object.isValid { report = ValidationReport(ObjectValidator(object).failures()) }
    if object.shape.pointee.hasUniqueIndexes {
      let failures = uniqueness.failures(of: object)
      if !failures.isEmpty { report.merge(ValidationReport(failures)) }
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

  private func callHook(of object: ManagedObject, _ report: inout ValidationReport) {
    let name: String
    let hook: () throws -> Void
    switch object.objectState {
    case .inserted: (name, hook) = ("validateForInsert", object.validateForInsert)
    case .updated: (name, hook) = ("validateForUpdate", object.validateForUpdate)
    case .deleted: (name, hook) = ("validateForDelete", object.validateForDelete)
    case .detached, .unchanged: return
    }
    report.merge(graph.reportOfHook(name, of: object, hook))
  }
}

extension ObjectGraph {
  /// Calls a hook of an object, and returns what it throws, or that it has read what is absent.
  func reportOfHook(
    _ name: String, of object: ManagedObject, _ hook: () throws -> Void
  ) -> ValidationReport {
    do {
      try notingAbsentReads(isInRule: false, hook)
      return ValidationReport()
    } catch let several as ValidationReport {
      return several
    } catch let one as ValidationFailure {
      return ValidationReport([one])
    } catch {
      return ValidationReport([
        ValidationFailure(
          entity: object.runtime.entity.name, objectID: object.objectID, label: object.label,
          .threw(name: name, error: "\(error)"))
      ])
    }
  }
}

extension ManagedObject {
  fileprivate final var sortKey: (Int, Int) { (shape.pointee.index, Int(row.handle.rawValue)) }
}
