import Armature

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How values of a type are made within the bounds of rules.
struct TypeMaker {
  let make: ValueSampler.Maker
  /// Values at which programs fail: bounds, zero, the empty text, leap days.
  var notable: [AttributeValue] = []
  /// All values in order, where they can be counted.
  private(set) var countable: (@Sendable (Int) -> AttributeValue?)?
  /// Which requirements every made value meets.
  var kept: Kept = []

  init(_ make: @escaping ValueSampler.Maker) { self.make = make }

  struct Kept: OptionSet {
    let rawValue: Int
    static let range = Kept(rawValue: 1)
    static let length = Kept(rawValue: 2)
    static let pattern = Kept(rawValue: 4)
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
    // The storage of a type is never one of these.
    case .enumeration, .transformable: self.init { _ in .null }
    }
  }

  /// Whether every made value keeps a rule.
  func keeps(_ rule: ValidationRule) -> Bool {
    switch rule.requirement {
    case .range: kept.contains(.range)
    case .length: kept.contains(.length)
    case .pattern: kept.contains(.pattern)
    case .required, .unique, .count, .predicate: true
    case .membership, .custom: false
    }
  }
}

// MARK: Numbers

extension TypeMaker {
  private init(integers type: ClosedRange<Int64>, _ range: ValueRange) {
    func integer(_ bound: AttributeValue?) -> Int64? {
      if case .int(let value)? = bound?.converted(to: .int64) { value } else { nil }
    }
    // Bounds with a fraction are left to the rule.
    let low = max(type.lowerBound, integer(range.minimum) ?? type.lowerBound)
    var high = min(type.upperBound, integer(range.maximum) ?? type.upperBound)
    if range.excludesMaximum, range.maximum != nil, high > type.lowerBound { high -= 1 }
    let bounds = min(low, high)...high
    let isWide =
      bounds.upperBound.subtractingReportingOverflow(bounds.lowerBound).overflow
      || bounds.upperBound - bounds.lowerBound > 1_000_000
    // Of a wide range numbers that people would write, near zero or a bound.
    var starts = [range.minimum == nil ? nil : low, range.maximum == nil ? nil : high]
      .compactMap { $0 }
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
    let (least, most) = range.numbers(\.number)
    let low = least ?? min(-1_000, (most ?? 0) - 1_000)
    let high = most ?? max(1_000, (least ?? 0) + 1_000_000)
    self.init { random in
      // Mostly a number with few digits, which fits a bound with more only by chance.
      let exact = low + (high - low) * random.fraction()
      if random.oneIn(3) { return .double(round(exact)) }
      let short = (exact * 100).rounded() / 100
      return .double(round(short >= low && short < high ? short : exact))
    }
    notable = [low, high, 0, -0.0, 0.1, 1, -1, high.nextDown, .leastNonzeroMagnitude]
      .map { .double(round($0)) }
  }

  private init(decimalsWithin range: ValueRange) {
    let (least, most) = range.numbers(\.number)
    let low = max(least ?? min(-1_000, (most ?? 0) - 1_000), -1e15)
    let high = min(most ?? max(1_000, (least ?? 0) + 100_000), 1e15)
    let cents = Int64((low * 100).rounded(.up))...Int64(max((low * 100).rounded(.up), high * 100))
    self.init { random in
      let number = random.integer(cents)
      var decimal = Decimal(
        sign: number < 0 ? .minus : .plus, exponent: -2, significand: Decimal(number.magnitude))
      if random.oneIn(32) {
        decimal += Decimal(sign: .plus, exponent: -12, significand: Decimal(random.below(1 << 30)))
      }
      return .decimal(decimal)
    }
    notable =
      [0, 1, -1].map { .decimal($0) }
      + [.decimal(Decimal(sign: .plus, exponent: -2, significand: 1))]
  }
}

extension AttributeValue {
  /// A number as a floating-point one, for bounds that are checked again.
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
