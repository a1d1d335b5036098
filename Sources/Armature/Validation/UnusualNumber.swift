import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The strings that represent numbers without a JSON form, such as infinity, in the files of stores.
///
/// If the year of a date cannot be written, the date is stored as the number of seconds since 2001. If such a date has
/// a time zone, the stored string contains the number and the time zone, as in `Infinity[GMT+0100]`.
enum UnusualNumber: String {
  case notANumber = "NaN"
  case infinity = "Infinity"
  case negativeInfinity = "-Infinity"

  /// Creates the string for a number; `nil` for a finite one.
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
  /// Writes a number or a date without a JSON form; returns false for any other value.
  mutating func unusual(_ value: AttributeValue) -> Bool {
    switch value {
    case .double(let number):
      guard let unusual = UnusualNumber(number) else { return false }
      string(unusual.rawValue)
    case .decimal(let number) where number.isNaN: string(UnusualNumber.notANumber.rawValue)
    case .date(let date):
      let seconds = date.timeIntervalSinceReferenceDate
      return double(seconds) || unusual(.double(seconds))
    case .zonedDate(let zoned): string(zoned.unusualText)
    default: return false
    }
    return true
  }
}

extension ZonedDate {
  /// The string for a date that cannot be written in the usual form.
  fileprivate var unusualText: String {
    let seconds = date.timeIntervalSinceReferenceDate
    return "\(UnusualNumber(seconds)?.rawValue ?? "\(seconds)")[\(timeZoneIdentifier)]"
  }

  /// Reads ``unusualText``.
  init?(unusual text: String) {
    guard text.utf8.last == 0x5D, let bracket = text.utf8.firstIndex(of: 0x5B) else { return nil }
    let number = String(text[..<bracket])
    guard let seconds = UnusualNumber(rawValue: number)?.number ?? Double(number) else {
      return nil
    }
    self.init(
      date: Date(timeIntervalSinceReferenceDate: seconds),
      timeZoneIdentifier: String(text[bracket...].dropFirst().dropLast()))
  }
}
