/// Rejects declarations that exceed the limits on depth and size. Most other checks walk predicates, types and values
/// recursively.
enum NestingCheck {
  /// The maximum number of entities in a model, and of properties in an entity, including inherited ones.
  static let nameLimit = 10_000

  /// Checks the depth and size of all declarations.
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
      where isTooDeep(index.predicate.map { [.predicate($0)] } ?? []) {
        report(at: place.at(index.site), &findings)
      }
      for template in entity.fetchTemplates where isTooDeep([.predicate(template.predicate)]) {
        report(at: place.at(template.site), &findings)
      }
    }
  }

  /// Checks the number of properties of an entity.
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
      " must have conditions, types and values that are nested at most \(Nesting.depthLimit) deep, but one"
        + " is nested deeper.")
  }

  private static func isTooDeep(_ roots: [Part]) -> Bool {
    Nesting.isTooDeep(roots) { $0.parts }
  }

  /// A part of a declaration that can be nested.
  private enum Part {
    case attribute(AttributeDescription)
    case type(AttributeType)
    case condition(NestedPart)

    static func parts(of property: PropertyDescription) -> [Part] {
      switch property {
      case .attribute(let attribute): Part.attribute(attribute).parts
      case .relationship: []
      case .fetched(let fetched): [.predicate(fetched.predicate)]
      }
    }

    static func parts(of rule: ValidationRule) -> [Part] {
      var parts = rule.condition.map { [Part.predicate($0)] } ?? []
      if case .predicate(_, let predicate) = rule.requirement {
        parts.append(.predicate(predicate))
      }
      return parts + values(rule.requirement.values)
    }

    static func predicate(_ predicate: FetchPredicate) -> Part {
      .condition(.node(.predicate(predicate)))
    }

    private static func values(_ values: some Sequence<AttributeValue?>) -> [Part] {
      NestedPart.values(values).map(Part.condition)
    }

    var parts: [Part] {
      switch self {
      case .attribute(let attribute): Self.parts(of: attribute)
      case .type(.composite(let elements)): elements.map(Part.attribute)
      case .type(.enumeration(_, let raw, let cases)): [.type(raw)] + Self.values(cases ?? [])
      case .type(.transformable(_, let stored)): [.type(stored)]
      case .type(.list(let element)): [.type(element)]
      case .type: []
      case .condition(let part): part.parts.map(Part.condition)
      }
    }

    private static func parts(of attribute: AttributeDescription) -> [Part] {
      var parts: [Part] = [.type(attribute.type)]
      if let derivation = attribute.derivation {
        parts.append(.condition(.node(.expression(derivation))))
      }
      if case .constant(let value)? = attribute.defaultValue { parts += values([value]) }
      for rule in attribute.rules { parts += Self.parts(of: rule) }
      return parts
    }
  }
}

extension PropertyDescription {
  /// Whether no part of the property can be nested. This is true for nearly all properties.
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
