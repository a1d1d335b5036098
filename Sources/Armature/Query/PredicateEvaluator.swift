import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Evaluates a predicate or an expression for one object by walking its tree.
///
/// Rules with simple comparisons use the faster `CompiledPredicate` instead, which has the same results. Variables
/// don't occur here, because models and `holds(for:)` reject them.
struct PredicateEvaluator {
  /// The object, followed by the objects of enclosing subqueries; the innermost comes last.
  let scopes: [ManagedObject]
  /// The constant patterns, already compiled.
  private let patterns: CompiledPatterns
  private let date: EvaluationDate
  /// True to read objects as last saved.
  let isSaved: Bool

  init(
    object: ManagedObject, patterns: CompiledPatterns = CompiledPatterns(),
    date: EvaluationDate? = nil, isSaved: Bool = false
  ) {
    self.init(
      scopes: [object], patterns: patterns, date: date ?? EvaluationDate(object.graph),
      isSaved: isSaved)
  }

  init(
    scopes: [ManagedObject], patterns: CompiledPatterns, date: EvaluationDate, isSaved: Bool
  ) {
    self.scopes = scopes
    self.patterns = patterns
    self.date = date
    self.isSaved = isSaved
  }

  /// Returns an evaluator for the condition of a subquery on an object.
  func inside(_ object: ManagedObject) -> PredicateEvaluator {
    PredicateEvaluator(
      scopes: scopes + [object], patterns: patterns, date: date, isSaved: isSaved)
  }

  func holds(_ predicate: FetchPredicate) -> Bool {
    switch predicate {
    case .constant(let value): value
    case .and(let parts): parts.allSatisfy(holds)
    case .or(let parts): parts.contains(where: holds)
    case .not(let part): !holds(part)
    case .comparison(let left, let comparison, let right, let options, let quantifier):
      if let existence = predicate.existence {
        contains(existence.of) == existence.isWanted
      } else if quantifier == .one {
        holds(left, comparison, right, options)
      } else {
        holds(quantifier, left, comparison, right, options)
      }
    }
  }

  private func holds(
    _ left: FetchExpression, _ comparison: FetchPredicate.Comparison, _ right: FetchExpression,
    _ options: FetchPredicate.Options
  ) -> Bool {
    if comparison == .search {
      guard case .string(let query) = value(of: right) else { return false }
      return patterns.finds(texts(of: left), query, options, in: left)
    }
    if comparison == .contains, case .several(let values) = result(of: left) {
      let value = value(of: right)
      return values.contains { $0.element.isSame(as: value, options) }
    }
    return holds(value(of: left), comparison, right, options)
  }

  /// The texts that a search reads. Each text of a list stands for a property.
  private func texts(of searched: FetchExpression) -> [AttributeValue] {
    if case .list(let parts) = searched { return parts.map(value) }
    return switch result(of: searched) {
    case .one(.list(let texts)): texts
    case .one(let text): [text]
    case .several(let texts): texts.map(\.element)
    }
  }

  private func holds(
    _ quantifier: FetchPredicate.Quantifier, _ left: FetchExpression,
    _ comparison: FetchPredicate.Comparison, _ right: FetchExpression,
    _ options: FetchPredicate.Options
  ) -> Bool {
    let elements = elements(of: left)
    // The right side is the same for all elements, so it is evaluated once. Lists and patterns do this themselves.
    var other = right
    if case .one(let value) = result(of: right) { other = .constant(value) }
    func holds(_ value: AttributeValue) -> Bool { self.holds(value, comparison, other, options) }
    return switch quantifier {
    case .any: elements.contains(where: holds)
    case .all: elements.allSatisfy(holds)
    case .none: !elements.contains(where: holds)
    case .one: elements.first.map(holds) ?? false
    }
  }

  private func holds(
    _ left: AttributeValue, _ comparison: FetchPredicate.Comparison, _ right: FetchExpression,
    _ options: FetchPredicate.Options
  ) -> Bool {
    switch comparison {
    case .in:
      // The parts of a list are evaluated one by one, up to the first equal one.
      if case .list(let parts) = right {
        return parts.contains { value(of: $0).isSame(as: left, options) }
      }
      return switch result(of: right) {
      case .one(let text): comparison.holds(left, text, options)
      case .several(let values): values.contains { $0.element.isSame(as: left, options) }
      }
    case .between:
      guard case .several(let bounds) = result(of: right), bounds.count == 2 else { return false }
      return FetchPredicate.Comparison.greaterOrEqual.holds(left, bounds[0].element, options)
        && FetchPredicate.Comparison.lessOrEqual.holds(left, bounds[1].element, options)
    case .like, .matches:
      guard case .string(let text) = left, case .string(let source) = value(of: right) else {
        return false
      }
      return patterns.matches(text, comparison, source, options)
    default: return comparison.holds(left, value(of: right), options)
    }
  }

  /// Returns the value of an expression; null if it yields several values.
  func value(of expression: FetchExpression) -> AttributeValue {
    switch expression {
    case .constant(let value): return value
    case .arithmetic(let left, let operation, let right):
      return operation.apply(value(of: left), value(of: right))
    case .function(let function, let arguments):
      return function == .now ? .date(date.now) : function.apply(arguments.map(value))
    case .aggregate(let aggregate, let values) where aggregate != .distinct:
      return aggregate.value(of: self.values(of: values))
    case .conditional(let condition, let first, let other):
      return value(of: holds(condition) ? first : other)
    case .keyPath, .list, .variable, .properties, .aggregate, .subquery, .combination, .element:
      if case .one(let value) = result(of: expression) { return value }
      return .null
    }
  }
}
