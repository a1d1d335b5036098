import Armature
import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The bounds of a number: the narrowest bounds of a schema.
struct SchemaBounds {
  private let type: AttributeType
  private var lower: Bound?
  private var upper: Bound?
  /// The keywords that specify the bounds.
  private(set) var members: [SchemaNode.Member] = []

  struct Bound {
    var value: AttributeValue
    var isExclusive: Bool
    let member: SchemaNode.Member
  }

  init(_ type: AttributeType) { self.type = type }

  mutating func read(_ form: SchemaForm, _ subject: inout SchemaSubject) {
    // Before draft 6, these were flags for the other keyword.
    let excludesLower = form.keywords.contains {
      $0.key == "exclusiveMinimum" && $0.node.bool == true
    }
    let excludesUpper = form.keywords.contains {
      $0.key == "exclusiveMaximum" && $0.node.bool == true
    }
    for member in form.keywords where member.node.bool == nil {
      switch member.key {
      case "minimum": add(lower: member, excludesLower, &subject)
      case "exclusiveMinimum": add(lower: member, true, &subject)
      case "maximum": add(upper: member, excludesUpper, &subject)
      case "exclusiveMaximum": add(upper: member, true, &subject)
      default: break
      }
    }
  }

  /// An exclusive lower bound of fractional numbers, which ranges cannot express.
  var exclusiveLower: Bound? { lower.flatMap { $0.isExclusive ? $0 : nil } }

  /// The rule; `nil` if every value of the type satisfies it.
  var requirement: ValidationRule.Requirement? {
    let minimum = exclusiveLower == nil ? lower?.value : nil
    if minimum == nil, upper == nil { return nil }
    return .range(
      minimum: minimum, maximum: upper?.value, excludesMaximum: upper?.isExclusive ?? false)
  }

  private mutating func add(
    lower member: SchemaNode.Member, _ isExclusive: Bool, _ subject: inout SchemaSubject
  ) {
    guard var value = bound(member, isExclusive ? .down : .up, isLower: true, &subject) else {
      return
    }
    var isExclusive = isExclusive
    if case .int(let number) = value {
      if isExclusive, number == .max {
        return subject.keep(member, "which is out of range here")
      }
      if isExclusive { value = .int(number + 1) }
      isExclusive = false
      if let bounds = type.integerBounds, number <= bounds.lowerBound { return }
    }
    members.append(member)
    let order = lower.flatMap { value.compare($0.value) }
    if lower == nil || order == .descending || order == .same && isExclusive {
      lower = Bound(value: value, isExclusive: isExclusive, member: member)
    }
  }

  private mutating func add(
    upper member: SchemaNode.Member, _ isExclusive: Bool, _ subject: inout SchemaSubject
  ) {
    guard let value = bound(member, isExclusive ? .up : .down, isLower: false, &subject) else {
      return
    }
    if case .int(let number) = value, !isExclusive, let bounds = type.integerBounds,
      number >= bounds.upperBound
    {
      return
    }
    members.append(member)
    let order = upper.flatMap { value.compare($0.value) }
    if upper == nil || order == .ascending || order == .same && isExclusive {
      upper = Bound(value: value, isExclusive: isExclusive, member: member)
    }
  }

  /// Returns a bound. If necessary, it is rounded to an equivalent whole number. Returns `nil` if all numbers satisfy
  /// the bound.
  private func bound(
    _ member: SchemaNode.Member, _ rounding: FloatingPointRoundingRule, isLower: Bool,
    _ subject: inout SchemaSubject
  ) -> AttributeValue? {
    guard let text = member.node.number, let number = SchemaNumber.double(text) else {
      subject.keep(member, "which is not a number here")
      return nil
    }
    switch type.storage {
    case .int16, .int32, .int64:
      if let whole = Int64(text) ?? Int64(exactly: number.rounded(rounding)) { return .int(whole) }
      if isLower == (number > 0) {
        subject.keep(member, "which is out of range here")
      }
      return nil
    case .decimal:
      if let decimal = SchemaNumber.decimal(text) { return .decimal(decimal) }
      subject.keep(member, "which has more digits than a number here")
      return nil
    default: return .double(number)
    }
  }
}

/// Reads numbers of a schema.
enum SchemaNumber {
  /// Returns an integer in any notation. Returns `nil` if it has a fraction or exceeds 64 bits.
  static func integer(_ text: String) -> Int64? {
    Int64(text) ?? Double(text).flatMap(Int64.init(exactly:))
  }

  /// Returns a finite number.
  static func double(_ text: String) -> Double? {
    Double(text).flatMap { $0.isFinite ? $0 : nil }
  }

  /// Returns a decimal number with all its digits.
  static func decimal(_ text: String) -> Decimal? {
    // `Decimal` ignores the rest of a text that it cannot read, but reads short JSON numbers completely.
    text.utf8.count <= 40 && double(text) != nil ? Decimal(string: text) : nil
  }
}
