import Armature

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Makes values of a type within the bounds of rules.
struct TypeMaker {
  let make: ValueSampler.Maker
  /// Values that often reveal defects: bounds, zero, the empty text, leap days.
  var notable: [AttributeValue] = []
  /// All values in order, if they are countable.
  private(set) var countable: (@Sendable (Int) -> AttributeValue?)?
  /// The requirements that every value satisfies.
  var kept: Kept = []

  init(_ make: @escaping ValueSampler.Maker) { self.make = make }

  struct Kept: OptionSet {
    let rawValue: Int
    static let range = Kept(rawValue: 1)
    static let length = Kept(rawValue: 2)
    static let pattern = Kept(rawValue: 4)
    static let format = Kept(rawValue: 8)
  }

  init(_ type: AttributeType, _ rules: [ValidationRule], _ range: ValueRange) {
    let lengths = LengthRange(rules)
    switch type.storage {
    case .int16, .int32, .int64: self.init(integers: type.integerBounds ?? 0...0, range)
    case .double: self.init(numbersWithin: range) { $0 }
    case .float: self.init(numbersWithin: range) { Double(Float($0)) }
    case .decimal: self.init(decimalsWithin: range)
    case .string:
      if let pattern = rules.lazy.compactMap(\.sampler).first {
        self.init(textsOf: pattern, lengths)
      } else if let format = rules.lazy.compactMap(\.format).first {
        self.init(textsOf: format)
      } else {
        self.init(textsOf: lengths)
      }
    case .bool: self.init { .bool($0.oneIn(2)) }
    case .date: self.init(datesWithin: range)
    case .zonedDate: self.init(zonedDatesWithin: range)
    case .calendarDate: self.init(daysWithin: range)
    case .data:
      self.init { random in
        let count = lengths.length(usual: 24, long: 300, &random)
        return .data(Data((0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }))
      }
      kept = .length
    case .uuid: self.init { .uuid($0.uuid()) }
    case .url: self.init { .url($0.url()) }
    case .list(let element):
      let sampler = ValueSampler(AttributeDescription("element", element), rules: [])
      self.init { random in
        let count = lengths.length(usual: 3, long: 20, &random)
        return .list((0..<count).map { _ in sampler.sample(&random) })
      }
      kept = .length
    case .composite(let elements):
      let samplers = elements.map { ($0, ValueSampler($0, rules: $0.rules)) }
      self.init { random in
        var values: [String: AttributeValue] = [:]
        for (element, sampler) in samplers where !element.isOptional || !random.oneIn(4) {
          values[element.name] = sampler.sample(&random)
        }
        return .composite(values)
      }
    case .json:
      let schemas = rules.compactMap { rule in
        if case .schema(let schema) = rule.requirement { SchemaSampler(schema) } else { nil }
      }
      if let sampler = schemas.first {
        self.init { .json(sampler.sample(&$0)) }
      } else {
        self.init(jsonNestedTo: 3)
      }
    // Storage types exclude these cases.
    case .enumeration, .transformable: self.init { _ in .null }
    }
  }

  /// Returns whether every value satisfies a rule.
  func keeps(_ rule: ValidationRule) -> Bool {
    switch rule.requirement {
    case .range: kept.contains(.range)
    case .length: kept.contains(.length)
    case .pattern: kept.contains(.pattern)
    case .format: kept.contains(.format)
    case .required, .unique, .count, .predicate, .document: true
    // Values are not constructed for these rules. Each is tested, and replaced if it fails.
    default: false
    }
  }
}

// MARK: Numbers

extension TypeMaker {
  private init(integers type: ClosedRange<Int64>, _ range: ValueRange) {
    func integer(
      _ bound: AttributeValue?, _ rounding: FetchExpression.Function
    ) -> Int64? {
      let whole = bound.flatMap { rounding.apply([$0]).converted(to: .int64) }
      return if case .int(let value)? = whole { value } else { nil }
    }
    let least = integer(range.minimum, .ceiling)
    let most = integer(range.maximum, .floor)
    let low = max(type.lowerBound, least ?? type.lowerBound)
    var high = min(type.upperBound, most ?? type.upperBound)
    let isReached = most.map { range.maximum?.compare(.int($0)) == .same } ?? false
    if range.excludesMaximum, isReached, high > type.lowerBound { high -= 1 }
    let bounds = min(low, high)...high
    let isWide =
      bounds.upperBound.subtractingReportingOverflow(bounds.lowerBound).overflow
      || bounds.upperBound - bounds.lowerBound > 1_000_000
    // In a wide range, numbers near zero or a bound, as people write them.
    var starts = [least.map { _ in low }, most.map { _ in high }].compactMap { $0 }
    if bounds.contains(0) || starts.isEmpty { starts.append(0) }
    self.init { [starts] random in
      guard isWide else { return .int(random.integer(bounds)) }
      let start = starts[random.below(starts.count)]
      let offset = random.integer(0...(Int64(1) << Int64(random.below(34))))
      let isBelow = start > bounds.lowerBound && (start == bounds.upperBound || random.oneIn(4))
      let (number, isTooFar) =
        isBelow ? start.subtractingReportingOverflow(offset) : start.addingReportingOverflow(offset)
      return .int(isTooFar || !bounds.contains(number) ? start : number)
    }
    countable = { position in
      let (number, isTooFar) = bounds.lowerBound.addingReportingOverflow(Int64(position))
      return isTooFar || number > bounds.upperBound ? nil : .int(number)
    }
    notable = [low, low &+ 1, high &- 1, high, 0, 1, -1].filter(bounds.contains).map { .int($0) }
    let isExact = [range.minimum, range.maximum].allSatisfy { $0.map(\.isInteger) ?? true }
    if isExact { kept = .range }
  }

  private init(numbersWithin range: ValueRange, _ round: @escaping @Sendable (Double) -> Double) {
    let (least, most) = range.numbers { $0.number.flatMap { $0.isFinite ? $0 : nil } }
    // A missing bound is far enough from the other one for values to differ.
    let below = most.map { $0 - max(1_000, $0.magnitude) } ?? -1_000
    let above = least.map { $0 + max(1_000_000, $0.magnitude) } ?? 1_000_000
    let low = least ?? max(min(-1_000, below), -.greatestFiniteMagnitude)
    let high = most ?? min(max(1_000, above), .greatestFiniteMagnitude)
    self.init { random in
      // Usually a number with few digits; it equals a bound with more digits only by chance. The difference of the
      // bounds is not used because it can be infinite.
      let fraction = random.fraction()
      let exact = low * (1 - fraction) + high * fraction
      if random.oneIn(3) { return .double(round(exact)) }
      let short = (exact * 100).rounded() / 100
      return .double(round(short >= low && short < high ? short : exact))
    }
    notable = [low, high, 0, -0.0, 0.1, 1, -1, high.nextDown, .leastNonzeroMagnitude]
      .map { .double(round($0)) }
  }

  private init(decimalsWithin range: ValueRange) {
    func decimal(_ bound: AttributeValue?) -> Decimal? {
      switch bound?.converted(to: .decimal) {
      case .decimal(let value)?: return min(max(value, -Self.mostDecimal), Self.mostDecimal)
      default:
        // A number too small for a decimal counts as 0; one too large does not restrict.
        guard let number = bound?.number, number.magnitude < 1 else { return nil }
        return 0
      }
    }
    let (least, most) = (decimal(range.minimum), decimal(range.maximum))
    let below = most.map { $0 - max(1_000, $0.magnitude) } ?? -1_000
    let above = least.map { $0 + max(100_000, $0.magnitude) } ?? 100_000
    let low = least ?? min(-1_000, below)
    let high = max(low, most ?? max(1_000, above))
    if low < -Self.mostCents || high > Self.mostCents || high - low < 1 {
      self.init(decimalsFrom: low, to: high)
    } else {
      self.init(centsFrom: low, to: high)
    }
    notable =
      [0, 1, -1].map { .decimal($0) }
      + [.decimal(Decimal(sign: .plus, exponent: -2, significand: 1))]
  }

  /// The difference of two numbers up to this limit is still a decimal.
  private static let mostDecimal = Decimal.greatestFiniteMagnitude / 4
  /// Up to this limit, cents fit into 64 bits.
  private static let mostCents: Decimal = 1_000_000_000_000_000

  private init(decimalsFrom low: Decimal, to high: Decimal) {
    let span = AttributeValue.decimal(high - low)
    self.init { random in
      let fraction = Decimal(
        sign: .plus, exponent: -9, significand: Decimal(random.below(1_000_000_000)))
      let part = FetchExpression.Arithmetic.multiply.apply(span, .decimal(fraction))
      let value = FetchExpression.Arithmetic.add.apply(.decimal(low), part)
      return value.isNull ? .decimal(low) : value
    }
  }

  private init(centsFrom low: Decimal, to high: Decimal) {
    func cents(_ bound: Decimal, _ rounding: FetchExpression.Function) -> Int64 {
      let whole = rounding.apply([.decimal(bound * 100)]).converted(to: .int64)
      return if case .int(let value)? = whole { value } else { 0 }
    }
    let cents = cents(low, .ceiling)...max(cents(low, .ceiling), cents(high, .floor))
    self.init { random in
      let number = random.integer(cents)
      var decimal = Decimal(
        sign: number < 0 ? .minus : .plus, exponent: -2, significand: Decimal(number.magnitude))
      if random.oneIn(32) {
        decimal += Decimal(sign: .plus, exponent: -12, significand: Decimal(random.below(1 << 30)))
      }
      return .decimal(decimal)
    }
  }
}

extension AttributeValue {
  /// The number as `Double`, for bounds that are checked again.
  var number: Double? {
    switch self {
    case .int(let value): Double(value)
    case .double(let value): value
    case .decimal(let value): Double(value.description)
    default: nil
    }
  }

  fileprivate var isInteger: Bool { if case .int = self { true } else { false } }
}

/// The bounds from all range rules of an attribute.
struct ValueRange {
  private(set) var minimum: AttributeValue?
  private(set) var maximum: AttributeValue?
  private(set) var excludesMaximum = false

  init(_ rules: [ValidationRule]) {
    for rule in rules {
      guard case .range(let low, let high, let excludes) = rule.requirement else { continue }
      if let low, minimum.map({ low.compare($0) == .descending }) ?? true { minimum = low }
      guard let high else { continue }
      let order = maximum.map { high.compare($0) } ?? .ascending
      if order == .ascending || order == .same && excludes {
        maximum = high
        excludesMaximum = excludes
      }
    }
  }

  /// Returns the bounds as numbers: seconds for dates, and days for calendar dates.
  func numbers(_ number: (AttributeValue) -> Double?) -> (low: Double?, high: Double?) {
    (minimum.flatMap(number), maximum.flatMap(number))
  }
}

/// The lengths allowed by all length rules of an attribute.
struct LengthRange {
  private(set) var minimum = 0
  private(set) var maximum: Int?

  init(_ rules: [ValidationRule]) {
    for rule in rules {
      guard case .length(let low, let high) = rule.requirement else { continue }
      minimum = max(minimum, low ?? 0)
      if let high { maximum = min(maximum ?? high, high) }
    }
  }

  /// Returns a length: usually a common one, sometimes a bound or a long one.
  func length(usual: Int, long: Int, _ random: inout SplitMix64) -> Int {
    let limit = max(minimum, maximum ?? Int.max)
    switch random.below(16) {
    case 0: return minimum
    case 1: return min(limit, max(minimum, maximum ?? long, 0), max(minimum, 2_000))
    default: return minimum + random.below(min(limit - minimum, usual) + 1)
    }
  }
}
