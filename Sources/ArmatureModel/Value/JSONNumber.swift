#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A number in JSON, exactly as it is written.
///
/// ```swift
/// let price = JSONNumber("12.50")
/// print(price?.text ?? "", price?.decimal ?? 0, price?.int64 as Any)  // 12.50 12.5 nil
/// print(JSONNumber("1e2") == JSONNumber(100))  // true
/// ```
/// A number may have any number of digits. Two numbers are equal if their values are, whatever their spelling is.
/// Exponents count up to 2^40.
public struct JSONNumber: Sendable {
  /// The number as it is written.
  public let text: String

  /// Creates a number from a text. Returns `nil` if the text is not exactly one number of JSON.
  public init?(_ text: String) {
    var text = text
    guard text.withUTF8({ NumberText($0) != nil }) else { return nil }
    self.text = text
  }

  /// Creates a number from a text that is known to be one.
  package init(checked text: String) { self.text = text }

  /// Creates a whole number.
  public init(_ value: some BinaryInteger) { text = "\(value)" }

  /// Creates a number from the shortest digits that lead to the same value. Returns `nil` for NaN and infinities.
  public init?(_ value: Double) {
    guard value.isFinite else { return nil }
    text =
      value == value.rounded() && value.magnitude < 1e15 && !(value == 0 && value.sign == .minus)
      ? "\(Int64(value))" : "\(value)"
  }

  /// Creates a number from a decimal number. Returns `nil` for NaN.
  public init?(_ value: Decimal) {
    guard let text = DecimalText.string(value) else { return nil }
    self.text = text
  }

  /// The number as an integer of 64 bits; `nil` if it is not whole, or needs more bits.
  public var int64: Int64? { read { try? $0.int64() } }

  /// The nearest floating-point number; `nil` if the number is out of its range.
  public var double: Double? { read { try? $0.double() } }

  /// The number as a decimal number; `nil` if it has more digits than a decimal number can have.
  public var decimal: Decimal? { read { try? $0.decimal() } }

  private func read<Value>(_ body: (NumberText) -> Value?) -> Value? {
    var text = text
    return text.withUTF8 { NumberText($0).flatMap(body) }
  }
}

extension JSONNumber: Hashable, CustomStringConvertible {
  /// Returns whether two numbers have the same value.
  public static func == (left: JSONNumber, right: JSONNumber) -> Bool {
    left.text == right.text || left.parts == right.parts
  }

  /// Hashes the value.
  public func hash(into hasher: inout Hasher) { hasher.combine(parts) }

  /// The number as it is written.
  public var description: String { text }

  /// The sign, the digits without zeros at both ends, and the power of ten of the last digit.
  struct Parts: Hashable {
    var isNegative = false
    var digits: [UInt8] = []
    var exponent = 0
  }

  var parts: Parts {
    read { number in
      var parts = Parts(exponent: number.exponent)
      for byte in number.text {
        if byte | 0x20 == UInt8(ascii: "e") { break }
        let digit = AsciiDigits.value(byte)
        if digit <= 9, digit > 0 || !parts.digits.isEmpty { parts.digits.append(digit) }
      }
      while parts.digits.last == 0 {
        parts.digits.removeLast()
        parts.exponent += 1
      }
      if parts.digits.isEmpty { return Parts() }
      parts.isNegative = number.isNegative
      return parts
    } ?? Parts()
  }
}

extension JSONNumber: ExpressibleByIntegerLiteral {
  /// Creates a whole number.
  public init(integerLiteral value: Int64) { self.init(value) }
}
