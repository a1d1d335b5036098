#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension PredicateParser {
  /// Reads the number at the current token.
  ///
  /// A number without a point and an exponent is an integer. Any other number is a floating-point number. If a
  /// floating-point number would lose digits, it is an exact decimal.
  func number(isNegative: Bool, from start: Int) throws(PredicateParsingError) -> Part {
    let text = (isNegative ? "-" : "") + tokenText
    guard let value = AttributeValue(number: text) else {
      throw PredicateParsingError(
        token.range.lowerBound,
        "Expected a number, but \(text.quotedForMessage) cannot be represented.")
    }
    try advance()
    return try literal(value, from: start)
  }
}

extension AttributeValue {
  fileprivate init?(number text: String) {
    if let number = Int64(text) {
      self = .int(number)
      return
    }
    if let number = Int64(based: text) {
      self = .int(number)
      return
    }
    let double = Double(text).flatMap { $0.isFinite ? $0 : nil }
    // Up to 15 digits are always exact in floating-point.
    if text.utf8.count > 15, let decimal = try? DecimalText.parse(text),
      double.flatMap({ try? DecimalText.parse("\($0)") }) != decimal
    {
      self = .decimal(decimal)
      return
    }
    guard let double, !text.utf8.contains(UInt8(ascii: "x")) else { return nil }
    self = .double(double)
  }
}

extension Int64 {
  /// Reads an integer such as `0xFF`, `0o17` or `-0b101`.
  fileprivate init?(based text: String) {
    let isNegative = text.hasPrefix("-")
    let digits = text.dropFirst(isNegative ? 1 : 0)
    guard digits.first == "0", let letter = digits.dropFirst().first?.lowercased(),
      let radix = ["x": 16, "o": 8, "b": 2][letter]
    else { return nil }
    self.init((isNegative ? "-" : "") + digits.dropFirst(2), radix: radix)
  }
}
