import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Converts a Foundation predicate into a condition and collects the issues.
final class PredicateConversion {
  private let probe: PropertyProbe
  /// The terms of the variables.
  private var terms: [PredicateExpressions.VariableID: ConvertedTerm] = [:]
  private var issues: [String] = []
  private var depth = 0
  private var isTooDeep = false

  /// The maximum nesting of a condition.
  private static let depthLimit = 200
  /// The maximum number of alternatives of a part; each `??` doubles them.
  private static let alternativeLimit = 64

  init(_ model: ManagedObjectModel) { probe = PropertyProbe(model) }

  /// Converts a predicate about one object.
  ///
  /// - Throws: ``FetchPredicateError``; ``ManagedObjectError`` if the model lacks the entity.
  func condition<Subject: PredicateSubject>(
    of expression: any PredicateExpression<Bool>,
    about variable: PredicateExpressions.Variable<Subject>
  ) throws -> FetchPredicate {
    let entity = try probe.entityName(of: Subject.self)
    let condition = bind(variable, to: .object(DynamicQuery())) {
      self.condition(of: expression)
    }
    let error = FetchPredicateError(
      entity: entity, isTooDeep: isTooDeep || condition.isTooDeep, issues: isTooDeep ? [] : issues)
    if error.isError { throw error }
    return condition
  }

  // MARK: Parts

  /// Converts an expression.
  func term(of expression: some PredicateExpression) -> ConvertedTerm {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit else {
      isTooDeep = true
      return .failed
    }
    guard let expression = expression as? any ConvertibleExpression else {
      return reject(.expression("\(type(of: expression))"))
    }
    return expression.term(self)
  }

  /// Converts a Boolean expression.
  func condition(of expression: some PredicateExpression) -> FetchPredicate {
    condition(term(of: expression))
  }

  /// Converts a Boolean term.
  func condition(_ term: ConvertedTerm) -> FetchPredicate {
    switch term {
    case .condition(let condition): return condition
    case .value(.constant(let value)): return .constant(value == .bool(true))
    case .value(let expression): return .comparison(expression, .equal, .constant(.bool(true)))
    case .either(let alternatives):
      return alternatives.reduce(.constant(false)) { either, alternative in
        let condition = self.condition(alternative.term)
        return condition == .constant(false) ? either : either || alternative.condition && condition
      }
    case .failed: return .constant(false)
    case .object, .objects, .bounds:
      _ = reject(.place("a Boolean value"))
      return .constant(false)
    }
  }

  /// Runs a closure with a variable bound to a term.
  func bind<Output, Result>(
    _ variable: PredicateExpressions.Variable<Output>, to term: ConvertedTerm, _ body: () -> Result
  ) -> Result {
    let outer = terms.updateValue(term, forKey: variable.key)
    defer { terms[variable.key] = outer }
    return body()
  }

  /// Returns the term of a variable.
  func term(of variable: PredicateExpressions.VariableID) -> ConvertedTerm {
    terms[variable] ?? reject(.place("the object of the predicate"))
  }

  /// Converts a property, given by a key path from an object.
  func property<Root, Value>(
    at path: KeyPath<Root, Value>, of object: DynamicQuery
  ) -> ConvertedTerm {
    guard let type = Root.self as? any PredicateSubject.Type else {
      return reject(.member("\(Root.self)", "\(Value.self)"))
    }
    return property(at: path, of: object, type)
  }

  private func property<Root, Value, Subject: PredicateSubject>(
    at path: KeyPath<Root, Value>, of object: DynamicQuery, _ type: Subject.Type
  ) -> ConvertedTerm {
    guard let path = path as? KeyPath<Subject, Value> else { return .failed }
    if path == Subject.identity { return .value(object.fetchExpression) }
    do {
      guard let property = try probe.property(at: path) else {
        return reject(.member("\(Subject.self)", "\(Value.self)"))
      }
      let query = object[property.name]
      guard let relationship = property.asRelationship else {
        return .value(query.fetchExpression)
      }
      return relationship.isToMany ? .objects(query) : .object(query)
    } catch {
      note("\(error)")
      return .failed
    }
  }

  // MARK: Alternatives

  /// Combines terms into one. The closure never receives a list of alternatives.
  func combine(
    _ terms: [ConvertedTerm], _ make: ([ConvertedTerm]) -> ConvertedTerm
  ) -> ConvertedTerm {
    for (index, term) in terms.enumerated() {
      if case .failed = term { return .failed }
      guard case .either(let alternatives) = term else { continue }
      return either(
        alternatives.map { alternative in
          var terms = terms
          terms[index] = alternative.term
          return ConvertedTerm.Alternative(
            condition: alternative.condition, term: combine(terms, make))
        })
    }
    return make(terms)
  }

  /// Combines two terms into a condition.
  func compare(
    _ left: ConvertedTerm, _ right: ConvertedTerm,
    _ make: (ConvertedTerm, ConvertedTerm) -> FetchPredicate
  ) -> ConvertedTerm {
    .condition(condition(combine([left, right]) { .condition(make($0[0], $0[1])) }))
  }

  /// Returns a choice among several terms.
  func either(_ alternatives: [ConvertedTerm.Alternative]) -> ConvertedTerm {
    var flat: [ConvertedTerm.Alternative] = []
    for alternative in alternatives where alternative.condition != .constant(false) {
      guard case .either(let inner) = alternative.term else {
        flat.append(alternative)
        continue
      }
      flat += inner.map {
        ConvertedTerm.Alternative(
          condition: alternative.condition && $0.condition, term: $0.term)
      }
    }
    if flat.count > Self.alternativeLimit { return reject(.alternatives(Self.alternativeLimit)) }
    return .either(flat)
  }

  // MARK: Issues

  /// Records an unsupported part.
  func reject(_ refusal: UnsupportedPredicatePart) -> ConvertedTerm {
    note("\(refusal)")
    return .failed
  }

  private func note(_ issue: String) {
    if !issues.contains(issue) { issues.append(issue) }
  }
}
