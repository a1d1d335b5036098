import Armature

/// Finds the values and links that broken rules read.
extension RuleRepair {
  func problems(in report: ValidationReport, _ object: ManagedObject) -> [Problem] {
    var problems = report.filter { failure in
      target.map { !$0.failure.matches(ExpectedFailure(failure)) } ?? true
    }.map { failure -> Problem in
      guard case .rule(let requirement, _, _, _) = failure.kind else {
        return problem(with: nil, failure.property, object)
      }
      return problem(with: requirement, failure.property, object)
    }
    if let target, problems.count == report.count {
      // The target rule is not broken yet, so its values or its condition must change first.
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
    return problems.filter {
      !$0.variables.isEmpty || $0.predicate != nil || $0.counted != nil
    }
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
          hints: hints(of: predicate, object), predicate: predicate,
          condition: condition(of: predicate, object))
      case .unique(let properties), .custom(_, let properties): names = properties
      default: break
      }
    }
    if names.isEmpty {
      // The rule is a closure with unknown dependencies.
      let plan = builder.plan(of: object)
      names = plan.attributes.map(\.name) + plan.relationships.map(\.name)
    }
    var problem = Problem(variables: names.flatMap { variables(along: [$0], from: object) })
    problem.counted = property.flatMap { builder.plan(of: object).relationship(named: $0) }.flatMap
    {
      $0.description.isToMany ? $0 : nil
    }
    return problem
  }

  private func variables(along path: [String], from object: ManagedObject) -> [Problem.Variable] {
    var variables: [Problem.Variable] = []
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

  /// Returns the constants in a condition, and their neighbours.
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

  /// Returns values for the operands of an expression that give the expression a value.
  private func solutions(
    of expression: FetchExpression, _ value: AttributeValue, _ object: ManagedObject
  ) -> [AttributeValue] {
    guard case .arithmetic(let left, let operation, let right) = expression else { return [value] }
    let (known, other) = (left.value(for: object), right.value(for: object))
    let pairs = operation.solutions(value, known, other)
    return pairs.flatMap { solutions(of: $0.0 == .left ? left : right, $0.1, object) }
  }

  /// Returns the condition under which a predicate rule applies.
  private func condition(
    of predicate: FetchPredicate, _ object: ManagedObject
  ) -> FetchPredicate? {
    for rule in builder.plan(of: object).entity.rules {
      if case .predicate(_, predicate) = rule.requirement { return rule.condition }
    }
    return nil
  }
}

extension RuleTarget.Means {
  /// The properties with values that break the rule and therefore must not change.
  fileprivate var properties: [String] {
    switch self {
    case .absent(let name), .count(let name, _): [name]
    case .value(let path, _, _): [path[0]]
    case .same(let names): names
    case .rule: []
    }
  }
}
