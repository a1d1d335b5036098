import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Compiles the rules of an entity into checks: first for the properties in order, then for the object.
struct ValidationCompiler {
  private let entity: EntityDescription
  private let properties: [StoredProperty]
  private(set) var checks: [ValidationProgram.Check] = []
  private(set) var sources: [ValidationProgram.Source] = []
  private(set) var required: [UInt64]
  private(set) var patterns: [TextPattern] = []
  private(set) var memberships: [[ShortText]] = []
  private(set) var predicates: [CompiledPredicate] = []

  init(_ entity: EntityDescription, _ properties: [StoredProperty]) {
    self.entity = entity
    self.properties = properties
    required = Array(repeating: 0, count: max(1, (properties.count + 63) / 64))
  }

  mutating func compile() {
    for property in properties {
      switch property.description {
      case .attribute(let attribute): add(attribute, property)
      case .relationship(let relationship): add(relationship, property)
      case .fetched: break
      }
    }
    for rule in entity.rules { add(rule) }
    addOwner()
  }

  /// The positions of the checks of attributes; `nil` if a condition or code of the user decides about any of them.
  var attributeChecks: [Int]? {
    let positions = checks.indices.filter { sources[$0].property?.description.asAttribute != nil }
    let isPlain = positions.allSatisfy {
      sources[$0].condition == nil && sources[$0].rule.check == nil
    }
    // Missing values are reported without these checks.
    return isPlain ? positions.filter { checks[$0].place.bit != 0 } : nil
  }

  private mutating func require(_ property: StoredProperty) {
    required[property.place.mask] |= property.place.wordBit
  }

  private mutating func add(_ attribute: AttributeDescription, _ property: StoredProperty) {
    if !attribute.isOptional {
      if let derivation = attribute.derivation {
        addDerivation(derivation, attribute, property)
      } else {
        require(property)
      }
    }
    for rule in attribute.rules { add(rule, property) }
    if case .composite = attribute.type { append(.composite, ValidationRule(.required), property) }
  }

  private mutating func add(_ relationship: RelationshipDescription, _ property: StoredProperty) {
    if !relationship.isOptional { require(property) }
    if relationship.isExpected {
      addPresence(ValidationRule(.required, severity: .warning, site: relationship.site), property)
    }
    guard relationship.isToMany, relationship.minimumCount > 0 || relationship.maximumCount > 0
    else { return }
    let maximum = relationship.maximumCount == 0 ? nil : relationship.maximumCount
    var rule = ValidationRule(.count(minimum: relationship.minimumCount, maximum: maximum))
    rule.site = relationship.site
    rule.severity = relationship.countSeverity
    rule.message = relationship.countMessage
    append(.listCount, rule, property)
  }

  private mutating func add(_ rule: ValidationRule, _ property: StoredProperty) {
    switch (rule.requirement, property.kind) {
    case (.required, _):
      if rule.condition == nil && rule.severity == .error {
        require(property)
      } else {
        addPresence(rule, property)
      }
    case (.length(let minimum, let maximum), .string):
      append(.textLength, rule, property, Int64(minimum ?? 0), maximum.map(Int64.init) ?? .max)
    case (.range(let minimum, let maximum, let excludesMaximum), _):
      addRange(rule, property, minimum, maximum, excludesMaximum)
    case (.pattern(let source), .string):
      if let pattern = try? TextPattern(source) {
        append(.pattern, rule, property, reference: patterns.count)
        patterns.append(pattern)
      }
    case (.membership(let values), .string):
      let texts = values.compactMap { String(attributeValue: $0) }
      if texts.allSatisfy({ $0.utf8.count <= 15 }) {
        append(.shortMembership, rule, property, reference: memberships.count)
        memberships.append(texts.map(ShortText.init))
      } else {
        append(.value, rule, property)
      }
    default: append(.value, rule, property)
    }
  }

  /// Adds a conditional or warning requirement of a value, which also checks missing values.
  private mutating func addPresence(_ rule: ValidationRule, _ property: StoredProperty) {
    let isPresent: FetchPredicate =
      property.kind == .objects
      ? .comparison(
        .aggregate(.count, of: .keyPath([property.name])), .greater, .constant(.int(0)))
      : .comparison(.keyPath([property.name]), .notEqual, .constant(.null))
    append(.predicate, rule, property, reference: predicates.count)
    checks[checks.count - 1].place = .none
    predicates.append(CompiledPredicate(isPresent, properties))
  }

  /// Adds the requirement of a derived value. Only a save computes it, so no one can be required to set it.
  private mutating func addDerivation(
    _ derivation: FetchExpression, _ attribute: AttributeDescription, _ property: StoredProperty
  ) {
    append(
      .derivation, ValidationRule(.required, site: attribute.site), property,
      reads: stored(derivation.properties))
    checks[checks.count - 1].place = .none
  }

  private mutating func addRange(
    _ rule: ValidationRule, _ property: StoredProperty, _ minimum: AttributeValue?,
    _ maximum: AttributeValue?, _ excludesMaximum: Bool
  ) {
    let operation: ValidationProgram.Check.Operation
    switch property.kind {
    case .int16: operation = .integer16
    case .int32: operation = .integer32
    case .int64: operation = .integer64
    case .double, .date: operation = .number
    default: return append(.value, rule, property)
    }
    if operation == .number {
      guard let low = number(minimum, or: -.infinity), var high = number(maximum, or: .infinity),
        !excludesMaximum || high > -.infinity
      else { return append(.value, rule, property) }
      if excludesMaximum { high = high.nextDown }
      append(
        operation, rule, property, Int64(bitPattern: low.bitPattern),
        Int64(bitPattern: high.bitPattern)
      )
    } else {
      guard let low = integer(minimum, or: .min), var high = integer(maximum, or: .max),
        !excludesMaximum || high > .min
      else { return append(.value, rule, property) }
      if excludesMaximum { high -= 1 }
      append(operation, rule, property, low, high)
    }
  }

  private func number(_ bound: AttributeValue?, or none: Double) -> Double? {
    switch bound {
    case nil: none
    case .double(let value): value
    case .int(let value): Double(exactly: value)
    case .date(let date): date.timeIntervalSinceReferenceDate
    default: nil
    }
  }

  private func integer(_ bound: AttributeValue?, or none: Int64) -> Int64? {
    switch bound {
    case nil: none
    case .int(let value): value
    default: nil
    }
  }

  /// Adds the requirement of one owner. If only one relationship can lead to it, that one is required instead.
  private mutating func addOwner() {
    let owners = properties.filter { $0.description.asRelationship?.leadsToOwner == true }
    if owners.contains(where: { $0.description.asRelationship?.isOptional == true }) {
      append(.owner, ValidationRule(.required, site: entity.site), nil, reads: owners)
    }
  }

  private mutating func add(_ rule: ValidationRule) {
    switch rule.requirement {
    case .predicate(_, let predicate):
      append(
        .predicate, rule, nil, reference: predicates.count, reads: stored(predicate.properties))
      predicates.append(CompiledPredicate(predicate, properties))
    case .document: append(.document, rule, nil, reads: properties)
    case .custom(_, let names) where !names.isEmpty:
      append(.objectClosure, rule, nil, reads: stored(names))
    // A closure that lists no properties may check all of them.
    default: append(.objectClosure, rule, nil, reads: properties)
    }
  }

  private mutating func append(
    _ operation: ValidationProgram.Check.Operation, _ rule: ValidationRule,
    _ property: StoredProperty?, _ low: Int64 = 0, _ high: Int64 = 0, reference: Int = 0,
    reads: [StoredProperty] = []
  ) {
    var check = ValidationProgram.Check(operation: operation, rule: sources.count)
    check.isConditional = rule.condition != nil
    check.low = low
    check.high = high
    check.reference = reference
    if let property { check.place = property.place }
    checks.append(check)
    sources.append(
      ValidationProgram.Source(
        rule: rule, property: property,
        condition: rule.condition.map { CompiledPredicate($0, properties) },
        reads: reads + stored(rule.condition?.properties ?? []),
        isComposite: operation == .composite))
  }

  private func stored(_ names: [String]) -> [StoredProperty] {
    names.compactMap { name in properties.first { $0.name == name } }
  }
}
