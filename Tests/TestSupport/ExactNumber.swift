public import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The exact value of a number, compared by writing out all of its digits.
public struct ExactNumber {
  private let isNegative: Bool
  private let digits: String
  private let exponent: Int

  /// Returns `nil` if the value is not a number, or is NaN or infinite.
  public init?(_ value: AttributeValue) {
    switch value {
    case .int(let number): self.init("\(number)")
    case .decimal(let number):
      if number.isNaN { return nil }
      self.init("\(number)")
    case .double(let number):
      if !number.isFinite { return nil }
      self.init(Int64(exactly: number).map { "\($0)" } ?? "\(number)")
    default: return nil
    }
  }

  private init(_ text: String) {
    isNegative = text.hasPrefix("-")
    let parts = text.drop { $0 == "-" }.lowercased().split(separator: "e")
    let halves = parts[0].split(separator: ".", omittingEmptySubsequences: false)
    digits = String(halves.joined().drop { $0 == "0" })
    exponent =
      (parts.count > 1 ? Int(parts[1].drop { $0 == "+" }) ?? 0 : 0)
      - (halves.count > 1 ? halves[1].count : 0)
  }

  /// Returns the order of two numbers.
  public func order(to other: ExactNumber) -> ValueOrder {
    let least = min(exponent, other.exponent)
    let (mine, theirs) = (places(downTo: least), other.places(downTo: least))
    let (isBelow, otherIsBelow) = (isNegative && !mine.isEmpty, other.isNegative && !theirs.isEmpty)
    if isBelow != otherIsBelow { return isBelow ? .ascending : .descending }
    let order: ValueOrder =
      mine == theirs
      ? .same
      : (mine.count, mine) < (theirs.count, theirs) ? .ascending : .descending
    return isBelow ? order.reversed : order
  }

  private func places(downTo least: Int) -> String {
    digits.isEmpty ? "" : digits + String(repeating: "0", count: exponent - least)
  }
}

extension AttributeValue {
  /// Returns the order of two numbers; `nil` if one of them is NaN.
  public func exactOrder(to other: AttributeValue) -> ValueOrder? {
    switch (infinity, other.infinity) {
    case (let mine, let theirs) where mine != theirs:
      isNaN || other.isNaN ? nil : mine < theirs ? .ascending : .descending
    case (0, 0): ExactNumber(self).flatMap { mine in ExactNumber(other).map(mine.order) }
    default: .same
    }
  }

  private var infinity: Int {
    if case .double(let number) = self, number.isInfinite { number < 0 ? -1 : 1 } else { 0 }
  }

  private var isNaN: Bool {
    switch self {
    case .double(let number): number.isNaN
    case .decimal(let number): number.isNaN
    default: false
    }
  }
}
