import Armature

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Edits that change the value or object at the end of a path.
extension RuleSolver {
  /// Returns edits after which the value at the end of a path satisfies a comparison.
  func bring(
    _ object: ManagedObject, _ names: ArraySlice<String>, _ comparison: Comparison,
    _ value: AttributeValue
  ) throws -> [Edit] {
    guard let name = names.first else { return [] }
    let plan = builder.plan(of: object)
    if let attribute = plan.attribute(named: name) {
      guard names.count == 1, builder.isOwn(object),
        let found = self.value(for: attribute, of: object, comparison, value)
      else { return [] }
      return [.set(object, attribute, found)]
    }
    guard let relationship = plan.relationship(named: name) else { return [] }
    let rest = names.dropFirst()
    let ends = builder.related(object, relationship.description)
    if rest.isEmpty {
      guard !relationship.description.isToMany else { return [] }
      return try relink(object, relationship, comparison, value)
    }
    if !relationship.description.isToMany, builder.isOwn(object) {
      // Choosing another object changes less than changing the current one.
      if ends.isEmpty || !builder.random.oneIn(3),
        let found = try candidate(object, relationship, rest, comparison, value)
      {
        return [.link(object, relationship, found)]
      }
      if ends.isEmpty || builder.random.oneIn(8),
        let found = try builder.spare(relationship.description.destination)
      {
        return [.link(object, relationship, found)]
          + (try bring(found, rest, comparison, value))
      }
    }
    guard let end = builder.random.element(of: ends) else { return [] }
    return try bring(end, rest, comparison, value)
  }

  /// Returns an object for which the rest of a path satisfies a comparison.
  private func candidate(
    _ object: ManagedObject, _ relationship: EntityPlan.RelationshipPlan,
    _ rest: ArraySlice<String>, _ comparison: Comparison, _ value: AttributeValue
  ) throws -> ManagedObject? {
    let expression = FetchExpression.keyPath(FetchPath(Array(rest)))
    let destination = relationship.description.destination
    let current = builder.related(object, relationship.description).first
    if let supplied = try relationship.supplied(to: object) {
      return builder.random.element(
        of: supplied.filter { comparison.holds(expression.value(in: [$0]), value) })
    }
    if comparison == .equal, let target = value.object(builder) {
      let found = sources(of: target, rest, from: destination).filter { $0 !== current }
      if let found = builder.random.element(of: found) { return found }
    }
    for _ in 0..<8 {
      guard let found = builder.existing(for: object, relationship) else { break }
      if comparison.holds(expression.value(in: [found]), value) { return found }
    }
    return nil
  }

  /// Returns the objects of an entity that a path connects to an object, using inverses.
  private func sources(
    of target: ManagedObject, _ names: ArraySlice<String>, from entity: String
  ) -> [ManagedObject] {
    var steps: [EntityPlan.RelationshipPlan] = []
    var current = entity
    for name in names {
      guard let step = builder.plans.plan(of: current).relationship(named: name),
        step.inverse != nil
      else { return [] }
      steps.append(step)
      current = step.description.destination
    }
    var objects = [target]
    for step in steps.reversed() {
      objects = objects.flatMap { object in
        step.inverse.map { builder.related(object, $0) } ?? []
      }
    }
    return objects.filter { isKind($0, entity) }
  }

  func isKind(_ object: ManagedObject, _ entity: String) -> Bool {
    builder.plans.model.entity(object.entity.name, isKindOf: entity)
  }

  /// Returns edits that set a to-one relationship to an object, to nil, or to another object.
  func relink(
    _ object: ManagedObject, _ relationship: EntityPlan.RelationshipPlan,
    _ comparison: Comparison, _ value: AttributeValue
  ) throws -> [Edit] {
    guard builder.isOwn(object) else { return [] }
    if comparison == .equal {
      if value.isNull { return [.link(object, relationship, nil)] }
      guard let target = value.object(builder),
        isKind(target, relationship.description.destination)
      else { return [] }
      return [.link(object, relationship, target)]
    }
    return try another(for: object, relationship).map { [.link(object, relationship, $0)] } ?? []
  }

  /// Returns an object that a relationship does not lead to yet: usually an existing one, sometimes a new one.
  func another(
    for object: ManagedObject, _ relationship: EntityPlan.RelationshipPlan
  ) throws -> ManagedObject? {
    if let supplied = try relationship.supplied(to: object) {
      return builder.random.element(of: supplied)
    }
    if !builder.random.oneIn(16),
      let found = builder.existing(for: object, relationship, isOlder: !builder.random.oneIn(8))
    {
      return found
    }
    return try builder.spare(relationship.description.destination)
  }

  /// Returns a value that satisfies the attribute's rules and a comparison.
  private func value(
    for attribute: EntityPlan.AttributePlan, of owner: ManagedObject, _ comparison: Comparison,
    _ other: AttributeValue
  ) -> AttributeValue? {
    if comparison == .equal {
      if other.isNull { return attribute.isRequired ? Optional.none : .null }
      return other.converted(to: attribute.description.type).flatMap {
        attribute.usual.keepsRules($0) ? $0 : Optional.none
      }
    }
    func isFitting(_ value: AttributeValue) -> Bool { comparison.holds(value, other) }
    if builder.random.oneIn(2), let value = sampled(attribute, of: owner, isFitting) {
      return value
    }
    let beside = ([other] + other.neighbours).compactMap { value in
      value.converted(to: attribute.description.type)
    }.filter { attribute.usual.keepsRules($0) && isFitting($0) }
    return builder.random.element(of: beside) ?? sampled(attribute, of: owner, isFitting)
  }

  func sampled(
    _ attribute: EntityPlan.AttributePlan, of owner: ManagedObject,
    _ isFitting: (AttributeValue) -> Bool
  ) -> AttributeValue? {
    for _ in 0..<4 {
      let value = builder.value(for: attribute, builder.plan(of: owner), isStrict: true, tries: 8)
      if isFitting(value) { return value }
    }
    return Optional.none
  }

  // MARK: Sums

  /// Returns edits after which a sum satisfies a comparison. Only one number changes if that is enough.
  func bring(
    sum: FetchExpression, _ values: FetchExpression, _ comparison: Comparison,
    _ value: AttributeValue, _ scopes: [ManagedObject]
  ) throws -> [Edit] {
    let (all, name) = holders(of: values, scopes)
    guard let name, let goal = comparison.nearest(value) else { return [] }
    var rest = FetchExpression.Arithmetic.subtract.apply(goal, sum.value(in: scopes))
    var holders = all.filter(builder.isOwn)
    if holders.isEmpty { return try grow(values.way, by: 1, scopes) }
    var edits: [Edit] = []
    while !holders.isEmpty, edits.count < 256, !rest.isNull, rest.compare(.int(0)) != .same {
      let holder = holders.remove(at: builder.random.below(min(holders.count, 64)))
      guard let attribute = builder.plan(of: holder).attribute(named: name) else { continue }
      let number = holder[name] ?? .int(0)
      let exact = FetchExpression.Arithmetic.add.apply(number, rest)
      var found = exact.converted(to: attribute.description.type)
      if found.map(attribute.usual.keepsRules) != true {
        let way = rest.compare(.int(0))
        found = sampled(attribute, of: holder) { value in
          let moved = FetchExpression.Arithmetic.subtract.apply(value, number)
          // Closer to the goal, but not beyond.
          return moved.compare(.int(0)) == way && rest.compare(moved) == way
        }
      }
      guard let found else { continue }
      let moved = FetchExpression.Arithmetic.subtract.apply(found, number)
      rest = FetchExpression.Arithmetic.subtract.apply(rest, moved)
      edits.append(.set(holder, attribute, found))
    }
    if edits.isEmpty {
      return rest.compare(.int(0)) == .descending
        ? try grow(values.way, by: 1, scopes) : try shrink(values.way, by: 1, scopes)
    }
    return edits
  }
}

extension FetchExpression {
  /// The part of the expression that leads to the owners of the values.
  var way: FetchExpression {
    switch self {
    case .keyPath(let path): .keyPath(FetchPath(Array(path.names.dropLast()), level: path.level))
    case .properties(let names, let base):
      names.count == 1 ? base : .properties(Array(names.dropLast()), of: base)
    default: self
    }
  }
}

extension AttributeValue {
  /// The adjacent values, for conditions that exclude this one.
  var neighbours: [AttributeValue] {
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
  /// Returns the day before or after; `nil` beyond the years 0 to 9999.
  fileprivate func moved(by days: Int) -> CalendarDate? {
    let isLast = days > 0 ? (year, month, day) == (9999, 12, 31) : (year, month, day) == (0, 1, 1)
    return isLast ? nil : advanced(by: days)
  }
}
