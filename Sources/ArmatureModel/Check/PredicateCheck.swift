extension FetchPredicate {
  /// Returns the issues of the predicate in a model, in reading order.
  ///
  /// - Parameters:
  ///   - entity: The entity of the predicate's objects.
  ///   - lookup: A closure that returns the entities to which relationships lead.
  package func issues(
    entity: EntityDescription, lookup: (String) -> EntityDescription?
  ) -> [PredicateIssue] {
    withoutActuallyEscaping(lookup) { lookup in
      var check = PredicateCheck(entity, lookup: lookup)
      check.check(self)
      return check.issues
    }
  }
}

extension FetchExpression {
  /// Returns the issues of the expression in a model, in reading order.
  package func issues(
    entity: EntityDescription, lookup: (String) -> EntityDescription?
  ) -> [PredicateIssue] {
    withoutActuallyEscaping(lookup) { lookup in
      var check = PredicateCheck(entity, lookup: lookup)
      _ = check.kind(of: self)
      return check.issues
    }
  }
}

/// A check that walks a predicate and collects its issues.
struct PredicateCheck {
  let lookup: (String) -> EntityDescription?
  private(set) var issues: [PredicateIssue] = []
  /// The objects of the predicate and of the enclosing subqueries, outermost first.
  var scopes: [Scope]

  struct Scope {
    /// The entity. It is `nil` after an issue, and for the objects of a variable.
    var entity: EntityDescription?
    /// The property of the outermost object at the start of the path to this scope.
    var property: String?
  }

  init(_ entity: EntityDescription, lookup: @escaping (String) -> EntityDescription?) {
    self.lookup = lookup
    scopes = [Scope(entity: entity, property: nil)]
  }

  /// - Parameter position: The number of issues after which the issue is inserted; `nil` to append it.
  mutating func report(
    _ fact: PredicateIssue.Fact, at property: String?, position: Int? = nil
  ) {
    issues.insert(PredicateIssue(fact: fact, property: property), at: position ?? issues.count)
  }

  mutating func check(_ predicate: FetchPredicate) {
    switch predicate {
    case .constant: break
    case .and(let parts), .or(let parts): for part in parts { check(part) }
    case .not(let part): check(part)
    case .comparison(let left, let comparison, let right, let options, let quantifier):
      let property = property(of: [left, right])
      if comparison == .search { return checkSearch(predicate, left, right, at: property) }
      if options.contains(.partsOfWords) {
        return report(.partsOfWords(whole: "\(predicate)"), at: property)
      }
      var subject = Operand(left)
      if quantifier != .one {
        subject.kind = elementKind(of: left, in: predicate)
      } else if comparison == .contains {
        // `CONTAINS` searches in a text, or in several values for one of them.
        let end = valuesEnd(of: left)
        if end?.several != nil { return checkMembership(predicate, right, of: left, end) }
        subject.kind = end?.kind ?? .unknown
      } else {
        subject.kind = kind(of: left)
      }
      switch comparison {
      case .in:
        return checkMembership(predicate, subject, right, at: property)
      case .between:
        return checkBounds(predicate, subject, right, at: property)
      default: break
      }
      let object = Operand(right, kind(of: right))
      switch comparison {
      case .beginsWith, .endsWith, .contains, .like, .matches:
        checkText(predicate, [subject, object], at: property)
        if options.contains(.numeric) {
          report(.numericPart(whole: "\(predicate)"), at: property)
        } else if comparison == .like || comparison == .matches {
          checkPattern(predicate, right, comparison, options, at: property)
        }
      default:
        let count = issues.count
        if !options.isEmpty { checkText(predicate, [subject, object], at: property) }
        if issues.count > count { return }
        checkRelation(predicate, subject, comparison, object, at: property)
      }
    }
  }

  /// One side of a comparison, with the kind of its value.
  private struct Operand {
    let expression: FetchExpression
    var kind: PredicateKind

    init(_ expression: FetchExpression, _ kind: PredicateKind = .unknown) {
      self.expression = expression
      self.kind = kind
    }

    var term: PredicateIssue.Term { PredicateIssue.Term("\(expression)", kind.phrase) }

    /// Returns whether this side is a constant that means true or false, and the other side is a Boolean value.
    func isTruth(of other: Operand) -> Bool {
      guard case .constant(let value) = expression, other.kind.family == .truth else {
        return false
      }
      return value.truth != nil
    }
  }

  private mutating func checkRelation(
    _ whole: FetchPredicate, _ left: Operand, _ comparison: FetchPredicate.Comparison,
    _ right: Operand, at property: String?
  ) {
    let isOrder = comparison != .equal && comparison != .notEqual
    if isOrder {
      if left.kind.family == .absent || right.kind.family == .absent {
        return report(.orderWithAbsence(whole: "\(whole)"), at: property)
      }
      for side in [left, right] where !side.kind.isOrdered {
        return report(.unordered(whole: "\(whole)", side.term), at: property)
      }
    }
    guard areComparable(left.kind, right.kind) || left.isTruth(of: right) || right.isTruth(of: left)
    else {
      let families: Set = [left.kind.family, right.kind.family]
      return report(
        .incomparable(
          whole: "\(whole)", left: left.term, right: right.term,
          isTruthAndNumber: families == [.truth, .number]), at: property)
    }
    // In an order comparison, a bound does not have to be a case.
    if isOrder { return }
    if case .constant(let value) = right.expression {
      checkCase(whole, left.kind, value, at: property)
    } else if case .constant(let value) = left.expression {
      checkCase(whole, right.kind, value, at: property)
    }
  }

  private mutating func checkMembership(
    _ whole: FetchPredicate, _ element: FetchExpression, of values: FetchExpression, _ end: PathEnd?
  ) {
    let property = property(of: [values, element])
    let members = Operand(values, end?.kind ?? .unknown)
    checkRelation(whole, members, .equal, Operand(element, kind(of: element)), at: property)
  }

  private mutating func checkMembership(
    _ whole: FetchPredicate, _ element: Operand, _ values: FetchExpression, at property: String?
  ) {
    if case .list(let parts) = values {
      for part in parts {
        let count = issues.count
        checkRelation(whole, element, .equal, Operand(part, kind(of: part)), at: property)
        if issues.count > count { return }
      }
      return
    }
    guard let end = valuesEnd(of: values) else { return }
    let members = Operand(values, end.kind)
    if end.several != nil {
      checkRelation(whole, element, .equal, members, at: property)
    } else if end.kind.isText {
      // The left side is searched for in a text.
      checkText(whole, [element], at: property)
    } else {
      report(.notSeveral(whole: "\(whole)", members.term), at: property)
    }
  }

  private mutating func checkBounds(
    _ whole: FetchPredicate, _ value: Operand, _ bounds: FetchExpression, at property: String?
  ) {
    switch bounds {
    case .variable: break
    case .list(let parts) where parts.count == 2:
      for part in parts {
        let count = issues.count
        checkRelation(whole, value, .less, Operand(part, kind(of: part)), at: property)
        if issues.count > count { return }
      }
    default: report(.notBounds(whole: "\(whole)"), at: property)
    }
  }

  private mutating func checkCase(
    _ whole: FetchPredicate, _ kind: PredicateKind, _ value: AttributeValue, at property: String?
  ) {
    if let entity = kind.namedEntity { checkEntity(whole, entity, value, at: property) }
    guard case .enumeration(let name, _, let cases?)? = kind.type, !value.isNull,
      !cases.contains(where: { $0.isSame(as: value) })
    else { return }
    var near: String?
    if case .string(let text) = value {
      near = nearMiss(
        text, in: cases.compactMap { if case .string(let text) = $0 { text } else { nil } })
    }
    report(
      .noSuchCase(
        whole: "\(whole)", value: value.predicateText, type: name, nearMiss: near), at: property)
  }

  /// Checks that a text is the name of an entity that the objects can have.
  private mutating func checkEntity(
    _ whole: FetchPredicate, _ entity: String, _ value: AttributeValue, at property: String?
  ) {
    // With options, the text alone does not determine the name.
    if case .comparison(_, _, _, let options, _) = whole, !options.isEmpty { return }
    guard case .string(let name) = value,
      !areComparable(.object(entity), .object(name)) || lookup(name) == nil
    else { return }
    report(
      .noSuchEntity(
        whole: "\(whole)", value: value.predicateText, entity: entity,
        nearMiss: nearMiss(name, in: lineage(of: entity))), at: property)
  }

  private mutating func checkText(
    _ whole: FetchPredicate, _ sides: [Operand], at property: String?
  ) {
    for side in sides where !side.kind.isText {
      report(.notText(whole: "\(whole)", side.term), at: property)
    }
  }

  private mutating func checkPattern(
    _ whole: FetchPredicate, _ pattern: FetchExpression, _ comparison: FetchPredicate.Comparison,
    _ options: FetchPredicate.Options, at property: String?
  ) {
    switch pattern {
    case .constant(.string(let source)):
      if comparison == .like, let pattern = source.wildcardsForThoseOfSQL {
        return report(.foreignWildcards(whole: "\(whole)", suggestion: pattern), at: property)
      }
      do throws(TextPattern.SyntaxError) {
        _ = try TextPattern(source, comparison, options)
      } catch {
        report(.invalidPattern(whole: "\(whole)", error), at: property)
      }
    case .constant, .variable: break
    default: report(.patternNotConstant(whole: "\(whole)"), at: property)
    }
  }
}

extension PredicateCheck {
  /// The end of a path or of another expression.
  struct PathEnd {
    var kind: PredicateKind
    /// The entity of the objects at the end. If the end is an attribute, the entity of the objects that have the
    /// attribute.
    var entity: EntityDescription?
    /// The property of the outermost object at the start of the path.
    var property: String?
    /// The first part of the path that leads to several values; `nil` if the path leads to a single value.
    var several: String?
    /// Whether the values are ordered, so that each has a position.
    var isOrdered = false
    /// Whether the end is an attribute, an element of an attribute, or a computed value.
    var isAttribute: Bool
    /// The owner of the attribute at the end, if the owner is the end of a path itself.
    var owner: PredicateIssue.Term?
    /// Whether the end is the entity of an object. It stands for the name of the entity.
    var isEntity = false

    init(_ kind: PredicateKind, several: String? = nil, isAttribute: Bool = false) {
      self.kind = kind
      self.several = several
      self.isAttribute = isAttribute
    }
  }

  /// Follows a path through the model. If the path has an issue, reports the first one and returns `nil`.
  mutating func follow(_ path: FetchPath) -> PathEnd? {
    let index = scopes.count - 1 - path.level
    guard scopes.indices.contains(index) else {
      report(.beyondOutermost(path: "\(path)"), at: nil)
      return nil
    }
    // An unknown object has already been reported.
    guard let entity = scopes[index].entity else { return nil }
    var end = PathEnd(.object(entity.name))
    end.entity = entity
    end.property = scopes[index].property ?? (index == 0 ? path.names.first : nil)
    let levels = Array(repeating: "^", count: path.level).joined(separator: ".")
    return follow(path.names, from: end, levels)
  }

  /// Follows properties from the end of another expression.
  ///
  /// - Parameter start: The text of that expression. It is empty for the object itself.
  mutating func follow(_ names: [String], from start: PathEnd, _ text: String) -> PathEnd? {
    var end = start
    var way = text
    let whole = ((text.isEmpty ? [] : [text]) + names.map(\.pathStep)).joined(separator: ".")
    for name in names {
      guard step(to: name, way: way, whole: whole, &end) else { return nil }
      way = way.isEmpty ? name : "\(way).\(name)"
    }
    return end
  }

  private mutating func step(
    to name: String, way: String, whole: String, _ end: inout PathEnd
  ) -> Bool {
    func fail(_ fact: PredicateIssue.Fact) -> Bool {
      report(fact, at: end.property)
      return false
    }
    if end.isEntity, name == ObjectMember.entityName {
      end.isEntity = false
      return true
    }
    if end.isAttribute {
      // The data decides which members a JSON value has, and of which kind they are.
      if case .json? = end.kind.type?.storage {
        end.owner = PredicateIssue.Term(way, end.kind.phrase)
        end.kind.family = .unknown
        return true
      }
      guard case .composite(let elements)? = end.kind.type?.storage else {
        return fail(.noProperties(path: whole, name: way, kind: end.kind.phrase))
      }
      guard let element = elements.element(named: name) else {
        let near = nearMiss(name, in: elements.map(\.name))
        return fail(.unknownProperty(path: whole, name: name, entity: way, nearMiss: near))
      }
      end.owner = PredicateIssue.Term(way, end.kind.phrase)
      end.kind = PredicateKind(element.type)
      return true
    }
    guard let entity = end.entity else { return false }
    let reached = way.isEmpty ? name : "\(way).\(name)"
    switch entity.property(named: name) {
    case nil:
      if let member = ObjectMember(rawValue: name) {
        end.isAttribute = true
        end.isOrdered = false
        end.isEntity = member == .entity
        end.kind =
          end.isEntity
          ? .entityName(entity.name)
          : PredicateKind(.object(entity.name), "the ID of an object of \(entity.name)")
        return true
      }
      let near = nearMiss(name, in: entity.properties.map(\.name))
      return fail(.unknownProperty(path: whole, name: name, entity: entity.name, nearMiss: near))
    case .fetched: return fail(.fetchedProperty(path: whole, name: reached))
    case .attribute(let attribute):
      if !way.isEmpty, !way.hasSuffix("^") {
        end.owner = PredicateIssue.Term(way, end.kind.phrase)
      }
      end.isAttribute = true
      end.isOrdered = false
      end.kind = PredicateKind(attribute.type)
      return true
    case .relationship(let relationship):
      end.isOrdered = relationship.arity == .ordered && end.several == nil
      if relationship.isToMany, end.several == nil { end.several = reached }
      end.kind = .object(relationship.destination)
      end.entity = lookup(relationship.destination)
      // A missing destination is an issue of the relationship, and not of the predicate.
      return end.entity != nil
    }
  }
}
