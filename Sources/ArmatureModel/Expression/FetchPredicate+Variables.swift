extension FetchPredicate {
  /// The names of the variables, in order of appearance.
  var variableNames: [String] {
    let own = expressions.flatMap(\.variableNames)
    switch self {
    case .and(let parts), .or(let parts): return own + parts.flatMap(\.variableNames)
    case .not(let part), .quantified(_, _, let part): return own + part.variableNames
    case .constant, .comparison, .text, .membership: return own
    }
  }

  /// The variables without a path, each once, in order of appearance.
  var substitutes: [String] {
    var names: [String] = []
    _ = mapExpressions { expression, _ in
      expression.mapVariables { name in
        if !names.contains(name) { names.append(name) }
        return nil
      }
    }
    return names
  }

  /// Puts values in the places of variables without a path.
  func substituting(_ values: [String: AttributeValue]) -> FetchPredicate {
    mapExpressions { expression, _ in expression.mapVariables { values[$0].map { .constant($0) } } }
  }
}

extension FetchExpression {
  /// The names of the variables, in order of appearance.
  var variableNames: [String] {
    switch self {
    case .variable(let name, _): [name]
    case .arithmetic(let left, _, let right): left.variableNames + right.variableNames
    case .length(let text): text.variableNames
    case .keyPath, .constant, .aggregate: []
    }
  }

  /// Replaces variables without a path; those stay for which the transform has nothing.
  fileprivate func mapVariables(_ transform: (String) -> FetchExpression?) -> FetchExpression {
    switch self {
    case .variable(let name, let path): path.isEmpty ? transform(name) ?? self : self
    case .arithmetic(let left, let operation, let right):
      .arithmetic(left.mapVariables(transform), operation, right.mapVariables(transform))
    case .length(let text): .length(text.mapVariables(transform))
    case .keyPath, .constant, .aggregate: self
    }
  }
}
