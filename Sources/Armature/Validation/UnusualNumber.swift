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

extension AttributeValue {
  /// The text of a number or date that JSON cannot represent exactly; `nil` for any other value.
  var unusualText: String? {
    switch self {
    case .double(let number): UnusualNumber(number)?.rawValue
    case .decimal(let number): number.isNaN ? UnusualNumber.notANumber.rawValue : nil
    case .date(let date):
      UnusualNumber(date.timeIntervalSinceReferenceDate)?.rawValue
        ?? "\(date.timeIntervalSinceReferenceDate)"
    case .zonedDate(let zoned): zoned.unusualText
    default: nil
    }
  }

  /// Creates the value of an ``unusualText``; `nil` if the type has no such value.
  init?(unusual text: String, as type: AttributeType) {
    let number = UnusualNumber(rawValue: text)?.number
    switch type.storage {
    case .double, .float:
      guard let number else { return nil }
      self = .double(number)
    case .decimal:
      guard let number, number.isNaN else { return nil }
      self = .decimal(.nan)
    case .date:
      guard let seconds = number ?? Double(text) else { return nil }
      self = .date(Date(timeIntervalSinceReferenceDate: seconds))
    case .zonedDate:
      guard let zoned = ZonedDate(unusual: text) else { return nil }
      self = .zonedDate(zoned)
    default: return nil
    }
  }
}

extension Date {
  /// False within 10 ms of the reference date, where a text has fewer digits than a date.
  var hasExactText: Bool {
    let seconds = timeIntervalSinceReferenceDate.magnitude
    return seconds == 0 || seconds >= 0.01
  }
}
