public import Armature

/// An error that a generator throws if it cannot make a valid object.
///
/// The generator has found no values that satisfy the rules, or each object requires further objects without an end.
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
  /// The rules that could not be satisfied, with the values of the last attempt.
  public let report: ValidationReport
  /// The number of objects that one object required when the generator gave up. The number is 0 if the error has
  /// another cause.
  public let requiredObjects: Int

  /// The to-one relationships that broken rules read and for which objects can be supplied.
  let links: [String]

  /// Creates an error about an object that could not be made valid.
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

  /// Creates an error about an object that was found once, but not again.
  init(_ entity: String, _ report: ValidationReport) {
    self.entity = entity
    self.report = report
    requiredObjects = 0
    links = []
  }

  /// Creates an error about objects that require an endless number of others.
  init(_ entity: String, requiredObjects: Int) {
    self.entity = entity
    self.requiredObjects = requiredObjects
    report = ValidationReport()
    links = []
  }

  /// A message with the attempt, the failures, and possible remedies.
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
