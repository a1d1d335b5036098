#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension FetchExpression.Arithmetic {
  /// Returns the result for two values, or ``AttributeValue/null`` if the operation has no result.
  ///
  /// The result of two integers is an integer. If one number is a decimal, the other number is converted to a decimal.
  /// All other numbers are converted to floating-point.
  package func apply(_ left: AttributeValue, _ right: AttributeValue) -> AttributeValue {
    switch (left, right) {
    case (.int(let a), .int(let b)): return apply(a, b).map(AttributeValue.int) ?? .null
    case (.double, .double), (.double, .int), (.int, .double):
      guard let a = left.asDouble, let b = right.asDouble, let result = apply(a, b),
        result.isFinite
      else { return .null }
      return .double(result)
    case (.decimal, .decimal), (.decimal, .int), (.int, .decimal), (.decimal, .double),
      (.double, .decimal):
      guard let a = left.asDecimal, let b = right.asDecimal, let result = apply(a, b),
        !result.isNaN
      else { return .null }
      return .decimal(result)
    case (.string(let a), .string(let b)): return self == .add ? .string(a + b) : .null
    default: return applyToDates(left, right)
    }
  }

  private func applyToDates(_ left: AttributeValue, _ right: AttributeValue) -> AttributeValue {
    // Two dates have only a difference. All other operations need one date and seconds.
    if let a = left.instant, let b = right.instant {
      return self == .subtract ? apply(.double(a), .double(b)) : .null
    }
    guard let a = left.instant ?? left.asDouble, let b = right.instant ?? right.asDouble,
      self == .add || (self == .subtract && left.instant != nil),
      left.instant ?? right.instant != nil,
      case .double(let seconds) = apply(.double(a), .double(b))
    else { return .null }
    return .date(Date(timeIntervalSinceReferenceDate: seconds))
  }

  private func apply(_ a: Int64, _ b: Int64) -> Int64? {
    let result: (partialValue: Int64, overflow: Bool)
    switch self {
    case .add: result = a.addingReportingOverflow(b)
    case .subtract: result = a.subtractingReportingOverflow(b)
    case .multiply: result = a.multipliedReportingOverflow(by: b)
    // Division by zero is also reported as overflow.
    case .divide: result = a.dividedReportingOverflow(by: b)
    case .modulus: return b == 0 ? nil : b == -1 ? 0 : a % b
    case .power: return power(a, b, one: 1) { Self.multiply.apply($0, $1) }
    case .bitwiseAnd: return a & b
    case .bitwiseOr: return a | b
    case .bitwiseXor: return a ^ b
    case .leftShift: return a << b
    case .rightShift: return a >> b
    }
    return result.overflow ? nil : result.partialValue
  }

  private func apply(_ a: Double, _ b: Double) -> Double? {
    switch self {
    case .add: a + b
    case .subtract: a - b
    case .multiply: a * b
    case .divide: a / b
    case .modulus: a.truncatingRemainder(dividingBy: b)
    case .power: pow(a, b)
    default: nil
    }
  }

  private func apply(_ a: Decimal, _ b: Decimal) -> Decimal? {
    switch self {
    case .add: return a + b
    case .subtract: return a - b
    case .multiply: return a.multiplied(by: b)
    case .divide: return b == 0 ? nil : a / b
    case .modulus:
      guard b != 0, let quotient = (a / b).truncated else { return nil }
      return a - b * quotient
    case .power:
      guard let exponent = AttributeValue.decimal(b).converted(to: .int64),
        case .int(let exponent) = exponent
      else { return nil }
      return power(a, exponent, one: 1) {
        let product = $0.multiplied(by: $1)
        return product?.isNaN == true ? nil : product
      }
    default: return nil
    }
  }

  /// Returns a power by repeated squaring, so large exponents cost little.
  private func power<Number>(
    _ base: Number, _ exponent: Int64, one: Number, _ multiply: (Number, Number) -> Number?
  ) -> Number? {
    if exponent < 0 { return nil }
    var result = one
    var square = base
    var rest = exponent
    while true {
      if rest & 1 == 1 {
        guard let product = multiply(result, square) else { return nil }
        result = product
      }
      rest >>= 1
      // The last square is not needed and may overflow.
      if rest == 0 { return result }
      guard let product = multiply(square, square) else { return nil }
      square = product
    }
  }
}

extension FetchExpression.Function {
  /// Returns the result for the arguments, or ``AttributeValue/null`` if the function has no result.
  ///
  /// The date of ``now`` depends on the evaluation, so it is not computed here.
  package func apply(_ arguments: [AttributeValue]) -> AttributeValue {
    // Relevance is computed from the texts of the whole object; see SearchRanking.
    guard self != .relevance, let value = arguments.first else { return .null }
    switch value {
    case .string(let text): return apply(text)
    case .int(let number): return apply(number)
    case .double(let number): return number.isNaN ? .null : apply(number)
    case .decimal(let number): return number.isNaN ? .null : apply(number)
    default: return convert(value)
    }
  }

  private func apply(_ text: String) -> AttributeValue {
    switch self {
    case .lowercase: return .string(text.lowercased())
    case .uppercase: return .string(text.uppercased())
    case .canonical: return .string(text.folded([.caseInsensitive, .diacriticInsensitive]))
    case .length: return .int(Int64(text.count))
    case .text: return .string(text)
    case .number:
      if let number = Int64(text) { return .int(number) }
      guard let number = Double(text), number.isFinite else { return .null }
      return .double(number)
    default: return .null
    }
  }

  private func apply(_ number: Int64) -> AttributeValue {
    switch self {
    case .abs: number == .min ? .null : .int(Swift.abs(number))
    case .floor, .ceiling, .truncate, .number: .int(number)
    case .onesComplement: .int(~number)
    case .squareRoot: apply(Double(number))
    case .text: .string(number.description)
    default: convert(.int(number))
    }
  }

  private func apply(_ number: Double) -> AttributeValue {
    switch self {
    case .abs: .double(number.magnitude)
    case .floor: .double(number.rounded(.down))
    case .ceiling: .double(number.rounded(.up))
    case .truncate: .double(number.rounded(.towardZero))
    case .squareRoot: number < 0 ? .null : .double(number.squareRoot())
    case .number: .double(number)
    case .text: .string(number.description)
    default: convert(.double(number))
    }
  }

  private func apply(_ number: Decimal) -> AttributeValue {
    switch self {
    case .abs: return .decimal(number.magnitude)
    case .floor, .ceiling, .truncate:
      guard let whole = number.truncated else { return .null }
      if self == .floor, whole > number { return .decimal(whole - 1) }
      if self == .ceiling, whole < number { return .decimal(whole + 1) }
      return .decimal(whole)
    case .squareRoot: return Double(number.description).map(apply) ?? .null
    case .number: return .decimal(number)
    case .text: return .string(number.description)
    default: return convert(.decimal(number))
    }
  }

  /// Casts a value that has no cast of its own for text or numbers.
  private func convert(_ value: AttributeValue) -> AttributeValue {
    switch (self, value) {
    case (.number, .bool(let holds)): .int(holds ? 1 : 0)
    case (.number, _): value.instant.map(AttributeValue.double) ?? .null
    case (.text, .bool(let holds)): .string(holds ? "true" : "false")
    case (.text, .uuid(let id)): .string(id.uuidString)
    case (.text, .url(let url)): .string(url.absoluteString)
    case (.date, _):
      (value.instant ?? value.asDouble).map {
        .date(Date(timeIntervalSinceReferenceDate: $0))
      } ?? .null
    default: .null
    }
  }
}

extension Decimal {
  /// Returns the product, or `nil` if it needs more decimal places than a decimal can have.
  ///
  /// Foundation traps in this case, even if the product fits without its trailing zeros.
  fileprivate func multiplied(by other: Decimal) -> Decimal? {
    let excess = Self.leastExponent - exponent - other.exponent
    if excess <= 0 { return self * other }
    let product = Decimal(sign: .plus, exponent: excess, significand: self) * other
    guard product.exponent - excess >= Self.leastExponent else { return nil }
    return Decimal(sign: .plus, exponent: -excess, significand: product)
  }

  private static var leastExponent: Int { -128 }

  /// The number without its fraction, read from the digits before the point.
  fileprivate var truncated: Decimal? {
    isNaN ? nil : Decimal(string: String(description.prefix { $0 != "." }))
  }
}

extension AttributeValue {
  fileprivate var asDouble: Double? {
    switch self {
    case .int(let value): Double(value)
    case .double(let value): value
    case .decimal(let value): Double(value.description)
    default: nil
    }
  }

  fileprivate var asDecimal: Decimal? {
    switch self {
    case .int(let value): Decimal(value)
    case .decimal(let value): value.isNaN ? nil : value
    // Converting 0.1 by its bits would produce 0.1000000000000000055….
    case .double(let value): Decimal(sameAs: value)
    default: nil
    }
  }
}
