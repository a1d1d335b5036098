@testable import Armature

/// The meaning of conditions, in the simplest code: each branch of a path is followed separately, using only public
/// members of objects.
struct NaivePredicate {
  var scopes: [ManagedObject]

  /// The values of an expression, one for each branch; `nil` for a branch without a value.
  private struct Yield {
    var isSeveral: Bool
    var items: [AttributeValue]

    var single: AttributeValue { isSeveral ? .null : items.first ?? .null }
    var present: [AttributeValue] { items.filter { !$0.isNull } }
  }

  func holds(_ predicate: FetchPredicate) -> Bool {
    switch predicate {
    case .constant(let value): return value
    case .not(let part): return !holds(part)
    case .and(let parts): return !parts.contains { !holds($0) }
    case .or(let parts): return parts.contains { holds($0) }
    case .comparison(let left, let comparison, let right, let options, let quantifier):
      let subject = yield(left)
      let other = yield(right)
      func holds(_ value: AttributeValue) -> Bool {
        switch comparison {
        case .in where other.isSeveral:
          return other.items.contains { FetchPredicate.Comparison.equal.holds($0, value, options) }
        case .between:
          return other.items.count == 2
            && FetchPredicate.Comparison.greaterOrEqual.holds(value, other.items[0], options)
            && FetchPredicate.Comparison.lessOrEqual.holds(value, other.items[1], options)
        default: return comparison.holds(value, other.single, options)
        }
      }
      switch quantifier {
      case .one:
        if comparison == .contains, subject.isSeveral {
          return subject.items.contains {
            FetchPredicate.Comparison.equal.holds($0, other.single, options)
          }
        }
        return holds(subject.single)
      case .any: return subject.items.contains(where: holds)
      case .all: return !subject.items.contains { !holds($0) }
      case .none: return !subject.items.contains(where: holds)
      }
    }
  }

  private func yield(_ expression: FetchExpression) -> Yield {
    func one(_ value: AttributeValue) -> Yield { Yield(isSeveral: false, items: [value]) }
    switch expression {
    case .constant(let value): return one(value)
    case .variable: return one(.null)
    case .list(let parts): return Yield(isSeveral: true, items: parts.map { yield($0).single })
    case .keyPath(let path):
      return Yield(
        isSeveral: path.names.contains("others"),
        items: follow(path.names[...], from: scopes[scopes.count - 1 - path.level]))
    case .properties(let names, let base):
      return Yield(
        isSeveral: !base.isElement,
        items: objects(base).flatMap { follow(names[...], from: $0) })
    case .conditional(let condition, let first, let other):
      return yield(holds(condition) ? first : other)
    case .combination(let left, let combination, let right):
      let (left, right) = (yield(left).present, yield(right).present)
      return Yield(
        isSeveral: true, items: combine(left, combination, right) { $0.isSame(as: $1) })
    case .element:
      let object = objects(expression).first
      return one(object.map { id($0) } ?? .null)
    case .subquery: return Yield(isSeveral: true, items: objects(expression).map { id($0) })
    case .arithmetic(let left, let operation, let right):
      return one(operation.apply(yield(left).single, yield(right).single))
    case .function(let function, let arguments):
      return one(function.apply(arguments.map { yield($0).single }))
    case .aggregate(.distinct, let values):
      var distinct: [AttributeValue] = []
      for value in yield(values).present where !distinct.contains(value) { distinct.append(value) }
      return Yield(isSeveral: true, items: distinct)
    case .aggregate(let aggregate, let values):
      return one(
        aggregate.value(of: yield(values).present.map { Weighted(element: $0, ways: 1) }))
    }
  }

  /// Returns the objects of a relationship or of a subquery over one.
  private func objects(_ expression: FetchExpression) -> [ManagedObject] {
    switch expression {
    case .keyPath(let path):
      return follow(path.names[0], from: scopes[scopes.count - 1 - path.level])
    case .subquery(let collection, let condition):
      return objects(collection).filter { NaivePredicate(scopes: scopes + [$0]).holds(condition) }
    case .combination(let left, let combination, let right):
      return combine(objects(left), combination, objects(right), ==)
    case .element(let position, let base):
      let members = objects(base)
      return switch position {
      case .first: Array(members.prefix(1))
      case .last: Array(members.suffix(1))
      case .index(let index): Array(members.dropFirst(index).prefix(1))
      }
    default: return []
    }
  }

  private func combine<Element>(
    _ left: [Element], _ combination: FetchExpression.Combination, _ right: [Element],
    _ isSame: (Element, Element) -> Bool
  ) -> [Element] {
    var result: [Element] = []
    for element in combination == .union ? left + right : left {
      let isInBoth = right.contains { isSame($0, element) }
      let isWanted =
        switch combination {
        case .union: true
        case .intersection: isInBoth
        case .difference: !isInBoth
        }
      if isWanted, !result.contains(where: { isSame($0, element) }) { result.append(element) }
    }
    return result
  }

  private func follow(_ name: String, from object: ManagedObject) -> [ManagedObject] {
    if name == "others" { return object.many("others") }
    let other: ManagedObject? = object.other
    return [other].compactMap(\.self)
  }

  private func follow(
    _ names: ArraySlice<String>, from object: ManagedObject
  ) -> [AttributeValue] {
    guard let name = names.first else { return [id(object)] }
    let rest = names.dropFirst()
    guard name == "other" || name == "others" else { return [object[name] ?? .null] }
    let objects = follow(name, from: object)
    if objects.isEmpty, name == "other", !rest.contains("others") { return [.null] }
    return objects.flatMap { follow(rest, from: $0) }
  }

  private func id(_ object: ManagedObject) -> AttributeValue { .object(object.objectID) }
}

extension FetchExpression {
  fileprivate var isElement: Bool { if case .element = self { true } else { false } }
}
