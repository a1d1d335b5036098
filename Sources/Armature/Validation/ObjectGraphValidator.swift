import ArmatureModel

/// Validates objects of a graph together: their rules, their hooks, and what is unique among them.
struct ObjectGraphValidator {
  /// What the objects are validated for.
  enum Occasion {
    /// To look at: rules and uniqueness, no hooks.
    case inspection
    /// To be saved: hooks too.
    case save
  }

  private let graph: ObjectGraph

  init(_ graph: ObjectGraph) { self.graph = graph }

  /// What is wrong, in the order of entities, objects, properties and rules.
  func report(on objects: [ManagedObject], for occasion: Occasion) -> ValidationReport {
    var uniqueness = UniquenessValidator(graph, objects)
    let callsHooks = occasion == .save && graph.model.hasCustomClasses
    var found: [(object: ManagedObject, report: ValidationReport)] = []
    for object in callsHooks ? objects.inEntityOrder : objects {
      var report = ValidationReport()
      if object.isThere {
        if !object.isValid { report = ValidationReport(ObjectValidator(object).failures()) }
        if object.shape.pointee.hasUniqueIndexes {
          let failures = uniqueness.failures(of: object)
          if !failures.isEmpty { report.merge(ValidationReport(failures)) }
        }
      }
      if callsHooks { callHook(of: object, &report) }
      if !report.isEmpty { found.append((object, report)) }
    }
    // Only what failed is put in order: most saves have nothing to sort.
    var report = found.sorted { $0.object.sortKey < $1.object.sortKey }
      .reduce(into: ValidationReport()) { $0.merge($1.report) }
    report.shareTopics()
    return report
  }

  private func callHook(of object: ManagedObject, _ report: inout ValidationReport) {
    let name: String
    let hook: () throws -> Void
    switch object.state {
    case .inserted: (name, hook) = ("validateForInsert", object.validateForInsert)
    case .updated: (name, hook) = ("validateForUpdate", object.validateForUpdate)
    case .deleted: (name, hook) = ("validateForDelete", object.validateForDelete)
    case .detached, .unchanged: return
    }
    do {
      try hook()
    } catch let several as ValidationReport {
      report.merge(several)
    } catch let one as ValidationFailure {
      report.append(one)
    } catch {
      report.append(
        ValidationFailure(
          entity: object.runtime.entity.name, objectID: object.objectID, label: object.label,
          .threw(name: name, error: "\(error)")))
    }
  }
}

extension [ManagedObject] {
  /// The objects by entity, in the order of the model, then by number.
  fileprivate var inEntityOrder: [ManagedObject] {
    let isSorted = zip(self, dropFirst()).allSatisfy { $0.sortKey <= $1.sortKey }
    return isSorted ? self : sorted { $0.sortKey < $1.sortKey }
  }
}

extension ManagedObject {
  fileprivate final var sortKey: (Int, Int) { (shape.pointee.index, Int(row.handle.rawValue)) }
}
