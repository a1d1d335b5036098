public import Armature

/// No valid object was found, or objects require others without an end.
///
/// ```swift
/// let tickets = try ManagedObjectModel("Tickets") {
///   Entity("Ticket") { Attribute("code", String.self).rule("is right") { _ in false } }
/// }
/// let (generator, context) = (ObjectGenerator(tickets), ManagedObjectContext(model: tickets))
/// #expect(throws: GenerationError.self) { try generator.make("Ticket", in: context) }
/// ```
public struct GenerationError: Error, Sendable, CustomStringConvertible {
  /// The name of the entity.
  public let entity: String
  /// The rules that could not be kept, with the values of the last try.
  public let report: ValidationReport
  /// How many objects one object had required when the generator gave up; 0 for another cause.
  public let requiredObjects: Int

  /// The to-one relationships of the entity that broken rules read, for which objects can be supplied.
  let links: [String]

  /// Tells of an object that could not be made valid.
  init(_ object: ManagedObject, _ report: ValidationReport, _ plan: EntityPlan) {
    entity = object.entity.name
    self.report = report
    requiredObjects = 0
    let broken = plan.entity.rules.filter { rule in
      report.contains { $0.ruleSite == rule.site && $0.property == nil }
    }
    let read = Set(broken.flatMap(\.readPaths).compactMap(\.first))
    links = plan.relationships.filter { !$0.description.isToMany && read.contains($0.name) }
      .map(\.name)
  }

  /// Tells of an object that was found once, and could not be found again.
  init(_ entity: String, _ report: ValidationReport) {
    self.entity = entity
    self.report = report
    requiredObjects = 0
    links = []
  }

  /// Tells of objects that require others without an end.
  init(_ entity: String, requiredObjects: Int) {
    self.entity = entity
    self.requiredObjects = requiredObjects
    report = ValidationReport()
    links = []
  }

  /// What was tried, what is wrong, and what can be done.
  public var description: String {
    if requiredObjects > 0 {
      return "No valid \(entity) can be made: its required relationships led to"
        + " \(requiredObjects) further objects, without end. Make one of them optional."
    }
    let found =
      "No valid \(entity) was found in \(ValueSampler.tries) tries. The last one:\n\(report)\n"
    if !links.isEmpty {
      let calls = links.map { name in
        "generator.supply(for: \"\(name)\", of: \"\(entity)\") { \(entity.lowercased()) in […] }"
      }
      return found + "Supply objects that satisfy these rules: \(calls.joined(separator: " or "))."
    }
    return found
      + "Supply values that satisfy these rules: generator.supply([…], for: \"…\", of: "
      + "\"\(entity)\"). The number of objects is found if the relationship declares it, as in "
      + ".count(2...).required()."
  }
}
