@testable import Armature
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Entities with random rules and objects with random values, validated by the program and by simple code.
private struct RandomEntity {
  var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  private static let types: [AttributeType] = [
    .bool, .int16, .int32, .int64, .float, .double, .decimal, .string, .date, .data, .zonedDate,
  ]

  private mutating func value(of type: AttributeType) -> AttributeValue {
    let small = Int64(random.below(9) - 4)
    switch type {
    case .bool: return .bool(random.oneIn(2))
    case .int16, .int32, .int64: return .int(small)
    case .float, .double:
      return .double(random.oneIn(6) ? random.pick([.nan, .infinity, -0.0]) : Double(small) / 2)
    case .decimal: return .decimal(random.oneIn(9) ? .nan : Decimal(small) / 2)
    case .string: return .string(text())
    case .date: return .date(Date(random.oneIn(9) ? .nan : Double(small)))
    case .data: return .data(Data(repeating: 1, count: random.below(6)))
    default: return .zonedDate(ZonedDate(date: Date(Double(small)), timeZoneIdentifier: "GMT"))
    }
  }

  private mutating func text() -> String {
    (0..<random.below(6)).map { _ in
      random.pick(["a", "b", "é", "\u{301}", "👨‍👩‍👧", "\r", "\n", "\u{0}"])
    }.joined() + (random.oneIn(8) ? "a tail that is too long to fit" : "")
  }

  private mutating func rule(for type: AttributeType) -> ValidationRule {
    let requirement: ValidationRule.Requirement
    let (low, high) = (value(of: type), value(of: type))
    switch random.below(5) {
    case 0 where type == .string || type == .data:
      let minimum = random.below(4)
      requirement = .length(
        minimum: random.oneIn(3) ? nil : minimum,
        maximum: random.oneIn(3) ? nil : minimum + random.below(3))
    case 1 where type == .string:
      requirement = .pattern(random.pick(["[ab]*", "a.*", "(a|b|é)+", ".{2}"]))
    case 2:
      requirement = .membership((0..<3).map { _ in value(of: type) })
    case 3:
      requirement = .custom(name: "closure", properties: [])
    default:
      // A NaN bound or reversed bounds would be issues of the model.
      let isSound = low.compare(low) != nil && high.compare(high) != nil
      guard isSound, type != .data, type != .bool, let order = low.compare(high), order != .same
      else { return ValidationRule(.membership([low, high])) }
      let (least, most) = order == .ascending ? (low, high) : (high, low)
      switch random.below(3) {
      case 0: requirement = .range(minimum: least, maximum: nil, excludesMaximum: false)
      case 1: requirement = .range(minimum: nil, maximum: most, excludesMaximum: random.oneIn(2))
      default:
        requirement = .range(minimum: least, maximum: most, excludesMaximum: random.oneIn(2))
      }
    }
    var rule = ValidationRule(requirement)
    if case .custom = requirement {
      let (accepted, throwing) = (value(of: type), value(of: type))
      rule.check = .value { value in
        if value == throwing { throw CancellationError() }
        return value != accepted
      }
    }
    if random.oneIn(5) { rule.severity = .warning }
    return rule
  }

  /// Returns an entity with up to three rules per attribute.
  mutating func entity() -> EntityDescription {
    let count = 1 + random.below(6)
    let attributes = (0..<count).map { index in
      let type = random.pick(Self.types)
      var attribute = AttributeDescription("a\(index)", type, isOptional: random.oneIn(2))
      // Two closures of one attribute need two names.
      var names: Set<String> = []
      attribute.rules = (0..<random.below(4)).compactMap { _ in
        var rule = rule(for: type)
        if case .custom = rule.requirement {
          let name = "closure \(names.count)"
          names.insert(name)
          rule.requirement = .custom(name: name, properties: ["a\(index)"])
        }
        return rule
      }
      return PropertyDescription.attribute(attribute)
    }
    return EntityDescription("Item", properties: attributes)
  }

  mutating func fill(_ object: ManagedObject) throws {
    for attribute in object.entity.attributes {
      let value = random.oneIn(4) ? .null : value(of: attribute.type)
      try object.setValue(value, forKey: attribute.name)
    }
  }
}

@Suite struct ValidationProgramTests {
  /// 10 · 60 entities with 20 objects each.
  @Test(arguments: 0..<10)
  func `the compiled program finds what validating value by value finds`(_ block: Int) throws {
    var (valid, invalid) = (0, 0)
    for run in 0..<60 {
      let seed = UInt64(block * 60 + run)
      var random = RandomEntity(seed: seed)
      let model = try ManagedObjectModel("Random", entities: [random.entity()])
      for _ in 0..<20 {
        let item = try model.makeObject("Item")
        try random.fill(item)
        let expected = expectedFailures(of: item)
        let found = item.validate().map { "\($0.keyPath) \($0.code)" }
        guard found == expected, item.isValid == expected.isEmpty else {
          Issue.record("seed \(seed): \(item) must have \(expected), but has \(found)")
          return
        }
        if expected.isEmpty { valid += 1 } else { invalid += 1 }
      }
    }
    #expect(valid > 50 && invalid > 50)
  }

  private func expectedFailures(of object: ManagedObject) -> [String] {
    object.entity.attributes.flatMap { attribute -> [String] in
      guard let value = object[attribute.name] else {
        return attribute.isOptional ? [] : ["\([attribute.name]) required"]
      }
      return attribute.rules.filter { (try? $0.holds(for: value)) != true }.map { rule in
        let failure = ValidationFailure(
          entity: "Item", keyPath: [attribute.name], rule.kind(for: value), value: value)
        return "\([attribute.name]) \(failure.code)"
      }
    }
  }

  @Test func `an object with one-way links is valid while they lead to something`() throws {
    let graph = try RuleGraph()
    let (a, b) = (try graph.node("a"), try graph.node("b"))
    #expect(a.isValid)
    a.pointer = b
    a.seen = [b]
    #expect(a.isValid && b.isValid)
    try graph.context.save()
  }
}
