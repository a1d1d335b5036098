import Armature

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Changes values of an object until it breaks no rule, or only a given one, by a search within a
/// bound.
///
/// Each step changes one value that a broken rule reads, to one that the rule suggests or to
/// another by chance. A step stays if it leads no further away.
struct RuleRepair {
  private let builder: GraphBuilder
  /// The rule that is to be broken; `nil` for none.
  private let target: RuleTarget?
  private let note: (ValidationReport) -> Void

  /// Makes a search.
  ///
  /// - Parameter note: Called with each report on the way.
  init(
    _ builder: GraphBuilder, target: RuleTarget? = nil,
    note: @escaping (ValidationReport) -> Void = { _ in }
  ) {
    self.builder = builder
    self.target = target
    self.note = note
  }

  /// Something that can be changed to keep or to break a rule.
  private enum Variable {
    case attribute(ManagedObject, EntityPlan.AttributePlan)
    case link(ManagedObject, EntityPlan.RelationshipPlan)

    var owner: ManagedObject {
      switch self {
      case .attribute(let object, _), .link(let object, _): object
      }
    }

    var name: String {
      switch self {
      case .attribute(_, let attribute): attribute.name
      case .link(_, let relationship): relationship.name
      }
    }
  }

  /// A rule that is not as it is to be, with what can be changed about it, and to what.
  private struct Problem {
    var variables: [Variable]
    var hints: [AttributeValue] = []
    /// Whether the objects that are there may be too few for links among them.
    var needsOthers = false
  }

  /// How far a report is from the one that is wanted.
  func cost(of report: ValidationReport) -> Int {
    guard let target else { return report.count }
    let hits = report.count { target.failure.matches(ExpectedFailure($0)) }
    return report.count - hits + abs(hits - 1)
  }

  /// Searches, and returns what is wrong with the object in the end.
  @discardableResult func repair(_ object: ManagedObject) throws -> ValidationReport {
    var report = object.validate()
    var known: [Problem]?
    note(report)
    for _ in 0..<(target == nil ? ValueSampler.tries : ValueSampler.tries / 4) {
      if cost(of: report) == 0 { break }
      let problems = known ?? self.problems(in: report, object)
      known = problems
      guard let problem = builder.random.element(of: problems) else { break }
      // The first ones are the object's own: to change others may break what these have.
      let count = problem.variables.count
      let choice = min(builder.random.below(count), builder.random.below(count))
      let variable = problem.variables[choice]
      let owner = variable.owner
      let before = owner === object ? 0 : owner.validate().count
      guard let undo = try change(variable, problem) else { continue }
      let after = object.validate()
      note(after)
      let others = owner === object ? 0 : owner.validate().count
      if cost(of: after) + others <= cost(of: report) + before {
        report = after
        known = nil
      } else {
        try undo()
      }
    }
    return report
  }

  /// Changes a variable, and returns what takes that back; `nil` if there is nothing to change it
  /// to.
  private func change(
    _ variable: Variable, _ problem: Problem
  ) throws -> (() throws -> Void)? {
    switch variable {
    case .link(let object, let relationship):
      let former = builder.related(object, relationship.description).first
      let isOwn = relationship.isOfOwnKind && builder.random.oneIn(3)
      let isNew = problem.needsOthers && builder.random.oneIn(16)
      let found = isOwn ? object : isNew ? nil : builder.existing(for: object, relationship)
      guard let target = try found ?? builder.spare(relationship.description.destination) else {
        return nil
      }
      try object.setValue(target, forKey: relationship.name)
      return { try object.setValue(former, forKey: relationship.name) }
    case .attribute(let owner, let attribute):
      let former = owner[attribute.name] ?? .null
      let value = candidate(for: attribute, of: owner, problem.hints)
      if value == former { return nil }
      builder.set(attribute, of: owner, to: value)
      return { builder.set(attribute, of: owner, to: former) }
    }
  }

  private func candidate(
    for attribute: EntityPlan.AttributePlan, of owner: ManagedObject, _ hints: [AttributeValue]
  ) -> AttributeValue {
    if !attribute.isRequired, builder.random.oneIn(8) { return .null }
    if !builder.random.oneIn(3), let hint = builder.random.element(of: hints),
      let value = hint.converted(to: attribute.description.type),
      target != nil || attribute.usual.keepsRules(value)
    {
      return value
    }
    return builder.value(
      for: attribute, builder.plan(of: owner), isStrict: !builder.random.oneIn(4), tries: 8)
  }
}

// MARK: What a rule reads

extension RuleRepair {
  private func problems(in report: ValidationReport, _ object: ManagedObject) -> [Problem] {
    var problems = report.filter { failure in
      target.map { !$0.failure.matches(ExpectedFailure(failure)) } ?? true
    }.map { failure -> Problem in
      guard case .rule(let requirement, _, _, _) = failure.kind else {
        return problem(with: nil, failure.property, object)
      }
      return problem(with: requirement, failure.property, object)
    }
    if let target, problems.count == report.count {
      // It is not broken: its condition does not hold, or it has to be brought about.
      if case .rule(let rule) = target.means {
        problems.append(problem(with: rule.requirement, nil, object))
      }
      if let condition = target.condition {
        problems.append(problem(with: .predicate(name: "", condition), nil, object))
      }
    }
    let fixed = target?.means.properties ?? []
    for index in problems.indices {
      problems[index].variables.removeAll { $0.owner === object && fixed.contains($0.name) }
    }
    return problems.filter { !$0.variables.isEmpty }
  }

  private func problem(
    with requirement: ValidationRule.Requirement?, _ property: String?, _ object: ManagedObject
  ) -> Problem {
    var names = property.map { [$0] } ?? []
    if names.isEmpty {
      switch requirement {
      case .predicate(_, let predicate):
        let found = predicate.paths.flatMap { variables(along: $0, from: object) }
        return Problem(
          variables: found.filter { $0.owner === object } + found.filter { $0.owner !== object },
          hints: hints(of: predicate, object))
      case .unique(let properties), .custom(_, let properties): names = properties
      default: break
      }
    }
    if names.isEmpty {
      // A closure that does not say what it reads.
      let plan = builder.plan(of: object)
      names = plan.attributes.map(\.name) + plan.relationships.map(\.name)
    }
    var problem = Problem(variables: names.flatMap { variables(along: [$0], from: object) })
    if case .unique = requirement { problem.needsOthers = true }
    return problem
  }

  private func variables(along path: [String], from object: ManagedObject) -> [Variable] {
    var variables: [Variable] = []
    var objects = [object]
    for name in path {
      var next: [ManagedObject] = []
      for object in objects {
        let plan = builder.plan(of: object)
        if let attribute = plan.attribute(named: name) {
          variables.append(.attribute(object, attribute))
        } else if let relationship = plan.relationship(named: name) {
          if !relationship.description.isToMany { variables.append(.link(object, relationship)) }
          next += builder.related(object, relationship.description).prefix(16)
        }
      }
      objects = next
    }
    return variables
  }

  /// The values that a condition compares with, and those beside them.
  private func hints(of predicate: FetchPredicate, _ object: ManagedObject) -> [AttributeValue] {
    var values: [AttributeValue] = []
    FetchNode.predicate(predicate).forEach { node, depth in
      switch node {
      case .expression(.constant(let value)): values.append(value)
      case .predicate(.comparison(let left, _, let right, _, _)) where depth == 0:
        values += solutions(of: left, right.value(for: object), object)
        values += solutions(of: right, left.value(for: object), object)
      default: break
      }
    }
    for path in predicate.paths {
      let found = try? object.values(forKeyPath: path.joined(separator: "."))
      values += found?.prefix(16) ?? []
    }
    return values.flatMap { [$0] + $0.neighbours }
  }

  /// The values of the parts of an expression with which it has a given value.
  private func solutions(
    of expression: FetchExpression, _ value: AttributeValue, _ object: ManagedObject
  ) -> [AttributeValue] {
    guard case .arithmetic(let left, let operation, let right) = expression else { return [value] }
    func inverse(_ operation: FetchExpression.Arithmetic, _ other: AttributeValue) -> AttributeValue
    { operation.apply(value, other) }
    let (known, other) = (left.value(for: object), right.value(for: object))
    let pairs: [(FetchExpression, AttributeValue)] =
      switch operation {
      case .add: [(left, inverse(.subtract, other)), (right, inverse(.subtract, known))]
      case .subtract:
        [
          (left, inverse(.add, other)),
          (right, FetchExpression.Arithmetic.subtract.apply(known, value)),
        ]
      case .multiply: [(left, inverse(.divide, other)), (right, inverse(.divide, known))]
      case .divide: [(left, inverse(.multiply, other))]
      default: []
      }
    return pairs.flatMap { solutions(of: $0.0, $0.1, object) }
  }
}

extension RuleTarget.Means {
  /// The properties whose values break the rule, and are to stay.
  fileprivate var properties: [String] {
    switch self {
    case .absent(let name), .count(let name, _): [name]
    case .value(let path, _, _): [path[0]]
    case .same(let names): names
    case .rule: []
    }
  }
}

extension AttributeValue {
  /// The values next to this one, for conditions that exclude it.
  fileprivate var neighbours: [AttributeValue] {
    switch self {
    case .int(let value): [.int(value &+ 1), .int(value &- 1)]
    case .double(let value): [.double(value + 1), .double(value - 1), .double(value.nextUp)]
    case .decimal(let value): [.decimal(value + 1), .decimal(value - 1)]
    case .date(let value):
      [1, -1, 86_400, -86_400].map { .date(value.addingTimeInterval($0)) }
    case .calendarDate(let value):
      [1, -1].compactMap { value.moved(by: $0) }.map { .calendarDate($0) }
    case .string(let value): [.string(value + "a"), .string(String(value.dropLast()))]
    case .bool(let value): [.bool(!value)]
    default: []
    }
  }
}

extension CalendarDate {
  /// The day before or behind; `nil` beyond the years 0 to 9999.
  fileprivate func moved(by days: Int) -> CalendarDate? {
    let isLast = days > 0 ? (year, month, day) == (9999, 12, 31) : (year, month, day) == (0, 1, 1)
    return isLast ? nil : advanced(by: days)
  }
}
