import Armature

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Makes values of an attribute that satisfy some of its rules.
///
/// Values are constructed within the type and its bounds. For other rules, such as closures, up to a thousand values
/// are tried. If all fail, the value breaks a rule, which validation reports.
final class ValueSampler: Sendable {
  typealias Maker = @Sendable (inout SplitMix64) -> AttributeValue

  /// The number of attempts before the last value is used anyway.
  static let tries = 1_000

  private let attribute: AttributeDescription
  private let rules: [ValidationRule]
  private let make: Maker
  /// Edge cases that satisfy the rules.
  private let notable: [AttributeValue]
  /// The rules that a constructed value may break.
  private let doubtful: [ValidationRule]
  private let isDoubtful: Bool
  /// All values in order, if they are countable.
  private let countable: (@Sendable (Int) -> AttributeValue?)?
  private let filter: Filter?

  /// A condition on values in addition to the rules, for example that a table can store them.
  typealias Filter = @Sendable (AttributeDescription, AttributeValue) -> Bool

  /// Creates a sampler.
  ///
  /// - Parameter supplied: Values supplied for the attribute; empty for generated values.
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
      // A bare `nil` would be read as the missing value.
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

  /// Returns a value that satisfies the rules, if one is found within the attempts.
  func sample(_ random: inout SplitMix64, tries: Int = ValueSampler.tries) -> AttributeValue {
    if !notable.isEmpty, random.oneIn(6) { return notable[random.below(notable.count)] }
    guard isDoubtful || filter != nil else { return make(&random) }
    for _ in 1..<tries {
      let value = make(&random)
      if isFine(value) { return value }
    }
    return random.element(of: notable) ?? make(&random)
  }

  /// Returns the value at a position; `nil` after the last one, or if values are not countable.
  func value(at position: Int) -> AttributeValue? { isDoubtful ? nil : countable?(position) }

  /// Returns whether a value from another source satisfies the rules.
  func keepsRules(_ value: AttributeValue) -> Bool {
    !value.isNull && attribute.admits(value, by: rules) && filter?(attribute, value) ?? true
  }

  private func isFine(_ value: AttributeValue) -> Bool {
    attribute.admits(value, by: doubtful) && filter?(attribute, value) ?? true
  }
}

extension AttributeDescription {
  /// Returns whether a value has the type and satisfies some rules.
  func admits(_ value: AttributeValue, by rules: [ValidationRule]) -> Bool {
    admits(value) && rules.allSatisfy { (try? $0.holds(for: value)) ?? false }
  }
}

extension AttributeType {
  /// The values of an enumeration with a list.
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
