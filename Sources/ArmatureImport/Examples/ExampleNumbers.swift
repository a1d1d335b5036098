import ArmatureModel

/// The properties that the numbers of a key have in common.
struct ExampleNumbers {
  private(set) var count = 0
  /// True if all numbers are written as whole numbers, and have at most 64 bits.
  private(set) var areWhole = true
  /// True if a `Double` keeps the value of each number.
  private(set) var fitDouble = true
  /// True if a `Decimal` keeps the value of each number.
  private(set) var fitDecimal = true
  private var wholeBounds: ClosedRange<Int64>?
  private var bounds: ClosedRange<Double>?

  /// The type that keeps all numbers exactly. It is `nil` if only JSON does.
  var type: AttributeType? {
    if areWhole { return .int64 }
    if fitDouble { return .double }
    return fitDecimal ? .decimal : nil
  }

  /// The smallest and the largest number, for people.
  var range: (least: String, most: String)? {
    if areWhole { return wholeBounds.map { ("\($0.lowerBound)", "\($0.upperBound)") } }
    return bounds.map { bounds in
      func text(_ number: Double) -> String { JSONNumber(number)?.text ?? "\(number)" }
      return (text(bounds.lowerBound), text(bounds.upperBound))
    }
  }

  /// Adds a number, and returns it if it is a whole number.
  @discardableResult
  mutating func add(_ number: NumberText) -> Int64? {
    count += 1
    let whole = number.isPlainInteger ? try? number.int64() : nil
    if let whole {
      wholeBounds =
        wholeBounds.map { min($0.lowerBound, whole)...max($0.upperBound, whole) } ?? whole...whole
    } else {
      areWhole = false
    }
    if let double = try? number.double() {
      bounds =
        bounds.map { min($0.lowerBound, double)...max($0.upperBound, double) } ?? double...double
    }
    // All numbers with 15 digits fit both types.
    if number.text.count > 15 || number.text.contains(where: { $0 | 0x20 == UInt8(ascii: "e") }) {
      checkFit(number)
    }
    return whole
  }

  private mutating func checkFit(_ number: NumberText) {
    let exact = JSONNumber(checked: String(decoding: number.text, as: UTF8.self))
    if fitDouble { fitDouble = (try? number.double()).flatMap { JSONNumber($0) } == exact }
    if fitDecimal { fitDecimal = (try? number.decimal()).flatMap { JSONNumber($0) } == exact }
  }
}
