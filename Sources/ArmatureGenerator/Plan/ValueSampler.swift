import Armature

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Makes values of one attribute that keep some of its rules.
///
/// Values are made within the type and its bounds from the start; for other rules, such as closures, up
/// to a thousand values are tried. If all fail, the value breaks a rule, and validation says which.
final class ValueSampler: Sendable {
  typealias Maker = @Sendable (inout SplitMix64) -> AttributeValue

  /// How many values are tried before the last one is taken anyway.
  static let tries = 1_000

  private let attribute: AttributeDescription
  private let rules: [ValidationRule]
  private let make: Maker
  /// Values at the edges of what is allowed, each of which keeps the rules.
  private let notable: [AttributeValue]
  /// The rules that a made value may break.
  private let doubtful: [ValidationRule]
  private let isDoubtful: Bool
  /// All values in order, where they can be counted.
  private let countable: (@Sendable (Int) -> AttributeValue?)?
  private let filter: Filter?

  /// A condition that values must satisfy beside the rules, such as that a table can hold them.
  typealias Filter = @Sendable (AttributeDescription, AttributeValue) -> Bool

  /// Makes a sampler.
  ///
  /// - Parameter supplied: Values that the user has given for the attribute; none for any.
  init(
    _ attribute: AttributeDescription, rules: [ValidationRule], supplied: [AttributeValue] = [],
    filter: Filter? = nil
  ) {
    self.attribute = attribute
    self.filter = filter
    let range = ValueRange(rules)
    let memberships = rules.compactMap { rule -> [AttributeValue]? in
      if case .membership(let values) = rule.requirement { values } else { nil }
    }
    self.rules = rules
    func isFine(_ value: AttributeValue) -> Bool {
      attribute.admits(value, by: rules) && filter?(attribute, value) ?? true
    }
    let listed = supplied.isEmpty ? memberships.first ?? attribute.type.listedCases : supplied
    if let listed {
      let fitting = listed.filter(isFine)
      let choices = fitting.isEmpty ? listed : fitting
      make = { $0.element(of: choices) ?? .null }
      notable = []
      doubtful = []
      isDoubtful = false
      // A bare `nil` would be the value that is absent.
      countable = { $0 < choices.count ? choices[$0] : Optional.none }
      return
    }
    let maker = TypeMaker(attribute.type, rules, range)
    make = maker.make
    countable = maker.countable
    let edges =
      maker.notable + [range.minimum, range.maximum].compactMap { $0 }
      + [attribute.defaultValue?.constant].compactMap { $0 }
    notable = edges.compactMap { $0.converted(to: attribute.type) }.filter(isFine)
    doubtful = rules.filter { !maker.keeps($0) }
    isDoubtful = !doubtful.isEmpty || attribute.accepts != nil
  }

  /// A value that keeps the rules, if so many tries find one.
  func sample(_ random: inout SplitMix64, tries: Int = ValueSampler.tries) -> AttributeValue {
    if !notable.isEmpty, random.oneIn(6) { return notable[random.below(notable.count)] }
    guard isDoubtful || filter != nil else { return make(&random) }
    for _ in 1..<tries {
      let value = make(&random)
      if isFine(value) { return value }
    }
    return random.element(of: notable) ?? make(&random)
  }

  /// The value at a position among all of them; `nil` behind the last, and if they cannot be counted.
  func value(at position: Int) -> AttributeValue? { isDoubtful ? nil : countable?(position) }

  /// Whether a value that was made elsewhere keeps the rules.
  func keepsRules(_ value: AttributeValue) -> Bool {
    !value.isNull && attribute.admits(value, by: rules) && filter?(attribute, value) ?? true
  }

  private func isFine(_ value: AttributeValue) -> Bool {
    attribute.admits(value, by: doubtful) && filter?(attribute, value) ?? true
  }
}

extension AttributeDescription {
  /// Whether a value is one of the type and keeps some rules.
  func admits(_ value: AttributeValue, by rules: [ValidationRule]) -> Bool {
    admits(value) && rules.allSatisfy { (try? $0.holds(for: value)) ?? false }
  }
}

extension AttributeType {
  /// The values of an enumeration that lists them.
  fileprivate var listedCases: [AttributeValue]? {
    switch self {
    case .enumeration(_, _, let cases): cases
    case .bool: [.bool(false), .bool(true)]
    default: nil
    }
  }
}

extension DefaultValue {
  fileprivate var constant: AttributeValue? {
    if case .constant(let value) = self { value } else { nil }
  }
}
