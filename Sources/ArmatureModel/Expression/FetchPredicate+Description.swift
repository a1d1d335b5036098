extension FetchPredicate: CustomStringConvertible {
  /// The predicate as `NSPredicate` spells it: `pages > 100 AND author.name BEGINSWITH "F"`.
  ///
  /// A quantifier over more than one comparison becomes a `SUBQUERY`. Text is escaped, never
  /// shortened; names that are words of the language get a `#` in front.
  public var description: String {
    PredicateText(variables: Set(variableNames)).text(self)
  }
}

extension FetchExpression: CustomStringConvertible {
  /// The expression as `NSExpression` spells it: `stock + reserved`, `books.@sum.pages`.
  public var description: String { PredicateText(variables: Set(variableNames)).text(self) }
}

/// Writes predicates; it knows how the objects of the enclosing quantifiers are called.
private struct PredicateText {
  /// The names that those of sub-queries must not repeat.
  let variables: Set<String>
  /// The names of the objects, outermost first: nothing for that of the predicate, then `$a`, `$b`.
  private var scopes: [String?] = [nil]

  init(variables: Set<String>) {
    self.variables = variables
  }

  func text(_ predicate: FetchPredicate) -> String {
    switch predicate {
    case .constant(let holds): return holds ? "TRUEPREDICATE" : "FALSEPREDICATE"
    case .comparison(let left, let comparison, let right):
      return "\(text(left)) \(comparison.rawValue) \(text(right))"
    case .text(let left, let test, let right, let ignoringCase):
      return "\(text(left)) \(test.rawValue)\(ignoringCase ? "[c]" : "") \(text(right))"
    case .membership(let expression, let values):
      return text(expression) + " IN {" + values.map(\.predicateText).joined(separator: ", ") + "}"
    case .and(let parts): return join(parts, "AND", empty: true)
    case .or(let parts): return join(parts, "OR", empty: false)
    case .not(let part): return "NOT " + textOfPart(part)
    case .quantified(let quantifier, let path, let condition):
      return short(quantifier, path, condition) ?? subquery(quantifier, path, condition)
    }
  }

  private func join(_ parts: [FetchPredicate], _ word: String, empty: Bool) -> String {
    if parts.count == 1 { return text(parts[0]) }
    return parts.isEmpty
      ? text(.constant(empty)) : parts.map(textOfPart).joined(separator: " \(word) ")
  }

  /// Lists within lists get parentheses also where precedence would do without.
  private func textOfPart(_ part: FetchPredicate) -> String {
    switch part {
    case .and(let parts) where parts.count == 1, .or(let parts) where parts.count == 1:
      textOfPart(parts[0])
    case .and(let parts) where parts.count > 1, .or(let parts) where parts.count > 1:
      "(\(text(part)))"
    default: text(part)
    }
  }

  /// `ANY books.pages > 100`: one test of one property of the quantified objects.
  private func short(
    _ quantifier: FetchPredicate.Quantifier, _ path: FetchPath, _ condition: FetchPredicate
  ) -> String? {
    guard case .keyPath(let tested)? = condition.expressions.first, tested.level == 0,
      !tested.names.isEmpty
    else { return nil }
    let subject = FetchExpression.keyPath(path.appending(names: tested.names))
    let whole: FetchPredicate
    switch condition {
    case .comparison(_, let comparison, let right):
      guard let right = right.outsideQuantifier else { return nil }
      whole = .comparison(subject, comparison, right)
    case .text(_, let test, let right, let ignoringCase):
      guard let right = right.outsideQuantifier else { return nil }
      whole = .text(subject, test, right, ignoringCase: ignoringCase)
    case .membership(_, let values): whole = .membership(subject, values)
    case .constant, .and, .or, .not, .quantified: return nil
    }
    return "\(quantifier.rawValue) \(text(whole))"
  }

  private func subquery(
    _ quantifier: FetchPredicate.Quantifier, _ path: FetchPath, _ condition: FetchPredicate
  ) -> String {
    var inner = self
    let variable = unusedVariable
    inner.scopes.append(variable)
    let counted = quantifier == .all ? !condition : condition
    let comparison = quantifier == .any ? "> 0" : "== 0"
    return "SUBQUERY(\(text(path)), \(variable), \(inner.text(counted))).@count \(comparison)"
  }

  private var unusedVariable: String {
    var number = scopes.count - 1
    while true {
      let letter = String(UnicodeScalar(UInt8(ascii: "a") + UInt8(number % 26)))
      let name = number < 26 ? letter : letter + String(number / 26)
      if !variables.contains(name), !scopes.contains("$" + name) { return "$" + name }
      number += 1
    }
  }

  func text(_ expression: FetchExpression) -> String {
    switch expression {
    case .keyPath(let path): return text(path)
    case .constant(let value): return value.predicateText
    case .variable(let name, let path):
      return (["$" + name] + path.map(\.predicateName)).joined(separator: ".")
    case .arithmetic(let left, let operation, let right):
      return text(left, under: operation.precedence)
        + " \(operation.rawValue) " + text(right, under: operation.precedence + 1)
    case .aggregate(let aggregate, var path):
      // The attribute comes last: books.@sum.pages.
      if aggregate != .count, let last = path.names.popLast() {
        return text(path.appending(names: [aggregate.rawValue, last]))
      }
      return text(path.appending(aggregate.rawValue))
    case .length(let measured): return "length:(\(text(measured)))"
    }
  }

  /// An operand, in parentheses if it binds less tightly than its operation.
  private func text(_ operand: FetchExpression, under precedence: Int) -> String {
    guard case .arithmetic(_, let operation, _) = operand, operation.precedence < precedence else {
      return text(operand)
    }
    return "(\(text(operand)))"
  }

  private func text(_ path: FetchPath) -> String {
    let index = scopes.count - 1 - path.level
    let scope =
      index < 0 ? Array(repeating: "^", count: -index) : [scopes[index]].compactMap(\.self)
    let steps = scope + path.names.map(\.predicateName)
    return steps.isEmpty ? "SELF" : steps.joined(separator: ".")
  }
}

extension FetchExpression {
  /// The same expression one quantifier further out; `nil` if it reads the quantified objects.
  fileprivate var outsideQuantifier: FetchExpression? {
    var readsQuantified = false
    let outside = mapPaths { path in
      if path.level == 0 { readsQuantified = true }
      return FetchPath(path.names, level: path.level - 1)
    }
    return readsQuantified ? nil : outside
  }
}

extension FetchExpression.Arithmetic {
  fileprivate var precedence: Int {
    switch self {
    case .add, .subtract: 1
    case .multiply, .divide: 2
    }
  }
}
