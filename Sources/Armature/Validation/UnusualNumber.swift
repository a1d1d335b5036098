import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The texts of numbers that JSON has no form for, in the files of stores.
///
/// A date whose year has no text is a number there: its seconds since 2001.
enum UnusualNumber: String {
  case notANumber = "NaN"
  case infinity = "Infinity"
  case negativeInfinity = "-Infinity"

  /// The text of a number; `nil` for a finite one.
  init?(_ number: Double) {
    if number.isFinite { return nil }
    self = number.isNaN ? .notANumber : number > 0 ? .infinity : .negativeInfinity
  }

  var number: Double {
    switch self {
    case .notANumber: .nan
    case .infinity: .infinity
    case .negativeInfinity: -.infinity
    }
  }
}

extension JSONOutput {
  /// Writes a number or a date that has no other form; false for any other value.
  mutating func unusual(_ value: AttributeValue) -> Bool {
    switch value {
    case .double(let number):
      guard let unusual = UnusualNumber(number) else { return false }
      string(unusual.rawValue)
    case .decimal(let number) where number.isNaN: string(UnusualNumber.notANumber.rawValue)
    case .date(let date):
      let seconds = date.timeIntervalSinceReferenceDate
      return double(seconds) || unusual(.double(seconds))
    default: return false
    }
    return true
  }
}
