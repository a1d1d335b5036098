/// Refuses what is nested too deep, or too large, for everything that follows: most walks through
/// conditions, types and values recurse.
///
/// Walks lists instead of recursing itself.
enum NestingCheck {
  /// How deep conditions, expressions, types and values may be nested, counted together.
  static let depthLimit = 200
  /// How many entities a model may have, and how many properties an entity, with inherited ones.
  static let nameLimit = 10_000

  /// Checks all that the other checks rest on.
  static func check(_ entities: [EntityDescription], _ findings: inout ModelFindings) {
    if let surplus = entities.dropFirst(nameLimit).first {
      findings.error(
        .tooManyEntities, at: DeclarationPlace(surplus),
        " must be one of at most \(nameLimit) entities, but the model has \(entities.count).")
    }
    for entity in entities {
      let place = DeclarationPlace(entity)
      checkCount(entity.ownProperties.count, at: place, &findings)
      for property in entity.ownProperties
      where !property.isFlat && isTooDeep(Part.parts(of: property)) {
        report(at: place.property(property), &findings)
      }
      for rule in entity.rules where isTooDeep(Part.parts(of: rule)) {
        report(at: place.at(rule.site), &findings)
      }
      for index in entity.indexes
      where isTooDeep(index.predicate.map { [.node(.predicate($0))] } ?? []) {
        report(at: place.at(index.site), &findings)
      }
      for template in entity.fetchTemplates where isTooDeep([.node(.predicate(template.predicate))])
      {
        report(at: place.at(template.site), &findings)
      }
    }
  }

  /// Checks how many properties an entity has.
  static func checkCount(
    _ count: Int, at place: DeclarationPlace, _ findings: inout ModelFindings
  ) {
    if count <= nameLimit { return }
    findings.error(
      .tooManyProperties, at: place,
      " must have at most \(nameLimit) properties, but has \(count).")
  }

  private static func report(at place: DeclarationPlace, _ findings: inout ModelFindings) {
    findings.error(
      .tooDeep, at: place,
      " must have conditions, types and values that are nested at most \(depthLimit) deep, but one"
        + " is nested deeper.")
  }

  fileprivate static func isTooDeep(_ roots: [Part]) -> Bool {
    var pending = roots.map { (part: $0, depth: 1) }
    while let (part, depth) = pending.popLast() {
      if depth > depthLimit { return true }
      for part in part.parts { pending.append((part, depth + 1)) }
    }
    return false
  }

  /// Something that can be nested.
  fileprivate enum Part {
    case node(FetchNode)
    case attribute(AttributeDescription)
    case type(AttributeType)
    case value(AttributeValue)

    static func parts(of property: PropertyDescription) -> [Part] {
      switch property {
      case .attribute(let attribute): Part.attribute(attribute).parts
      case .relationship: []
      case .fetched(let fetched): [.node(.predicate(fetched.predicate))]
      }
    }

    static func parts(of rule: ValidationRule) -> [Part] {
      var parts = rule.condition.map { [Part.node(.predicate($0))] } ?? []
      switch rule.requirement {
      case .predicate(_, let predicate): parts.append(.node(.predicate(predicate)))
      case .membership(let values): parts += nested(values)
      case .range(let minimum, let maximum, _): parts += nested([minimum, maximum])
      case .required, .length, .pattern, .unique, .count, .custom: break
      }
      return parts
    }

    /// Values have parts only if they are composites or lists.
    private static func nested(_ values: some Sequence<AttributeValue?>) -> [Part] {
      values.compactMap { value in
        switch value {
        case .composite?, .list?: value.map(Part.value)
        default: nil
        }
      }
    }

    var parts: [Part] {
      switch self {
      case .node(let node): Self.parts(of: node)
      case .attribute(let attribute): Self.parts(of: attribute)
      case .type(.composite(let elements)): elements.map(Part.attribute)
      case .type(.enumeration(_, let raw, let cases)): [.type(raw)] + Self.nested(cases ?? [])
      case .type(.transformable(_, let stored)): [.type(stored)]
      case .type(.list(let element)): [.type(element)]
      case .type: []
      case .value(.composite(let elements)): Self.nested(elements.values.map(Optional.some))
      case .value(.list(let values)): Self.nested(values)
      case .value: []
      }
    }

    private static func parts(of node: FetchNode) -> [Part] {
      if case .expression(.constant(let value)) = node { return nested([value]) }
      return node.children.map(Part.node)
    }

    private static func parts(of attribute: AttributeDescription) -> [Part] {
      var parts: [Part] = [.type(attribute.type)]
      if let derivation = attribute.derivation { parts.append(.node(.expression(derivation))) }
      if case .constant(let value)? = attribute.defaultValue { parts += nested([value]) }
      for rule in attribute.rules { parts += Self.parts(of: rule) }
      return parts
    }
  }
}

extension PropertyDescription {
  /// Whether nothing about the property can be nested, as is so for nearly all.
  fileprivate var isFlat: Bool {
    switch self {
    case .attribute(let attribute):
      switch (attribute.type, attribute.defaultValue) {
      case (.composite, _), (.enumeration, _), (.transformable, _), (.list, _): return false
      case (_, .constant(.composite)?), (_, .constant(.list)?): return false
      default: return attribute.derivation == nil && attribute.rules.isEmpty
      }
    case .relationship: return true
    case .fetched: return false
    }
  }
}

extension FetchPredicate {
  /// Whether the predicate is nested too deep for what walks it.
  package var isTooDeep: Bool { NestingCheck.isTooDeep([.node(.predicate(self))]) }
}
