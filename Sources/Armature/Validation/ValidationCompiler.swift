import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Turns the rules of an entity into checks: those of the properties in their order, then those of
/// the object.
struct ValidationCompiler {
  private let entity: EntityDescription
  private let layout: RowLayout
  private(set) var checks: [ValidationProgram.Check] = []
  private(set) var sources: [ValidationProgram.Source] = []
  private(set) var required: [UInt64]
  private(set) var patterns: [TextPattern] = []
  private(set) var memberships: [[ShortText]] = []
  private(set) var predicates: [CompiledPredicate] = []

  init(_ entity: EntityDescription, _ layout: RowLayout) {
    self.entity = entity
    self.layout = layout
    required = Array(repeating: 0, count: layout.maskCount)
  }

  mutating func compile() {
    for slot in layout.slots {
      switch slot.property {
      case .attribute(let attribute): add(attribute, slot)
      case .relationship(let relationship): add(relationship, slot)
      case .fetched: break
      }
    }
    for rule in entity.rules { add(rule) }
  }

  private mutating func require(_ slot: RowLayout.Slot) {
    required[(slot.maskWord - RowLayout.headerWords) / 2] |= slot.bit
  }

  private mutating func add(_ attribute: AttributeDescription, _ slot: RowLayout.Slot) {
    // A derived value is computed at save; nobody can be required to set it.
    if !attribute.isOptional && attribute.derivation == nil { require(slot) }
    for rule in attribute.rules { add(rule, slot) }
    if case .composite = attribute.type { append(.composite, ValidationRule(.required), slot) }
  }

  private mutating func add(_ relationship: RelationshipDescription, _ slot: RowLayout.Slot) {
    if !relationship.isOptional { require(slot) }
    guard relationship.isToMany, relationship.minimumCount > 0 || relationship.maximumCount > 0
    else { return }
    let maximum = relationship.maximumCount == 0 ? nil : relationship.maximumCount
    var rule = ValidationRule(.count(minimum: relationship.minimumCount, maximum: maximum))
    rule.site = relationship.site
    rule.severity = relationship.countSeverity
    append(.listCount, rule, slot)
  }

  private mutating func add(_ rule: ValidationRule, _ slot: RowLayout.Slot) {
    switch (rule.requirement, slot.kind) {
    case (.required, _):
      if rule.condition == nil && rule.severity == .error {
        require(slot)
      } else {
        addPresence(rule, slot)
      }
    case (.length(let minimum, let maximum), .string):
      append(.textLength, rule, slot, Int64(minimum ?? 0), maximum.map(Int64.init) ?? .max)
    case (.range(let minimum, let maximum, let excludesMaximum), _):
      addRange(rule, slot, minimum, maximum, excludesMaximum)
    case (.pattern(let source), .string):
      if let pattern = try? TextPattern(source) {
        append(.pattern, rule, slot, reference: patterns.count)
        patterns.append(pattern)
      }
    case (.membership(let values), .string):
      let texts = values.compactMap { String(attributeValue: $0) }
      if texts.allSatisfy({ $0.utf8.count <= 15 }) {
        append(.shortMembership, rule, slot, reference: memberships.count)
        memberships.append(texts.map(ShortText.init))
      } else {
        append(.value, rule, slot)
      }
    default: append(.value, rule, slot)
    }
  }

  /// Adds a rule that asks for a value only at times, or only warns: it must look at absent ones.
  private mutating func addPresence(_ rule: ValidationRule, _ slot: RowLayout.Slot) {
    let isPresent: FetchPredicate = .comparison(
      .keyPath([slot.name]), .notEqual, .constant(.null))
    append(.predicate, rule, slot, reference: predicates.count)
    checks[checks.count - 1].bit = 0
    predicates.append(CompiledPredicate(isPresent, layout))
  }

  private mutating func addRange(
    _ rule: ValidationRule, _ slot: RowLayout.Slot, _ minimum: AttributeValue?,
    _ maximum: AttributeValue?, _ excludesMaximum: Bool
  ) {
    let operation: ValidationProgram.Check.Operation
    switch slot.kind {
    case .int16: operation = .integer16
    case .int32: operation = .integer32
    case .int64: operation = .integer64
    case .double, .date: operation = .number
    default: return append(.value, rule, slot)
    }
    if operation == .number {
      guard let low = number(minimum, or: -.infinity), var high = number(maximum, or: .infinity)
      else { return append(.value, rule, slot) }
      if excludesMaximum { high = high.nextDown }
      append(
        operation, rule, slot, Int64(bitPattern: low.bitPattern), Int64(bitPattern: high.bitPattern)
      )
    } else {
      guard let low = integer(minimum, or: .min), var high = integer(maximum, or: .max),
        !excludesMaximum || high > .min
      else { return append(.value, rule, slot) }
      if excludesMaximum { high -= 1 }
      append(operation, rule, slot, low, high)
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

  private mutating func add(_ rule: ValidationRule) {
    switch rule.requirement {
    case .predicate(_, let predicate):
      append(.predicate, rule, nil, reference: predicates.count)
      predicates.append(CompiledPredicate(predicate, layout))
    default: append(.objectClosure, rule, nil)
    }
  }

  private mutating func append(
    _ operation: ValidationProgram.Check.Operation, _ rule: ValidationRule,
    _ slot: RowLayout.Slot?, _ low: Int64 = 0, _ high: Int64 = 0, reference: Int = 0
  ) {
    var check = ValidationProgram.Check(operation: operation, rule: sources.count)
    check.isConditional = rule.condition != nil
    check.low = low
    check.high = high
    check.reference = reference
    if let slot {
      check.presentOffset = UInt32(slot.presentOffset)
      check.offset = UInt32(slot.offset)
      check.bit = slot.bit
    }
    checks.append(check)
    sources.append(
      ValidationProgram.Source(
        rule: rule, slot: slot,
        condition: rule.condition.map { CompiledPredicate($0, layout) },
        reads: slot == nil ? reads(of: rule) : [], isComposite: operation == .composite))
  }

  /// The properties that a rule of the object reads; all of them where a closure does not say.
  private func reads(of rule: ValidationRule) -> [RowLayout.Slot] {
    switch rule.requirement {
    case .predicate(_, let predicate):
      return predicate.properties.compactMap { layout.slot(named: $0) }
    case .custom(_, let properties) where !properties.isEmpty:
      return properties.compactMap { layout.slot(named: $0) }
    default: return layout.slots
    }
  }
}
