import Armature
import ArmatureModel
import ArmatureSQLite

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Writes column values in the format that the loader reads.
enum TableValues {
  /// Writes a value that was not rejected. A value of another type is written unchanged, and the load reports it.
  static func write(_ value: ForeignValue, _ type: AttributeType, to output: inout JSONOutput) {
    switch (type.storage, value) {
    case (_, .null), (_, .brokenText): output.null()
    case (.bool, .integer(let number)) where number == 0 || number == 1: output.bool(number == 1)
    case (.bool, .text(let text)):
      if let truth = truth(text) { output.bool(truth) } else { output.string(text) }
    case (.date, _):
      if let date = date(value), output.date(date) { return }
      write(value, &output)
    case (.calendarDate, .text(let text)):
      // Midnight adds nothing to the day.
      let isMidnight = text.dropFirst(10).allSatisfy { " T:0.Z".contains($0) }
      output.string(isMidnight ? String(text.prefix(10)) : text)
    case (.calendarDate, _):
      guard let day = day(value) else { return write(value, &output) }
      output.string(day.description)
    case (.uuid, .blob(let bytes)) where bytes.count == 16:
      output.uuid(UUID(uuid: bytes.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) }))
    case (.uuid, .text(let text)): output.string(withHyphens(text))
    case (.decimal, .text(let text)):
      if let number = SchemaNumber.decimal(text), output.decimal(number) { return }
      output.string(text)
    case (.decimal, .real(let number)):
      // The shortest text of a binary number is the decimal that was meant; its exact value has more digits.
      if number.isFinite, let number = Decimal(string: "\(number)"), output.decimal(number) {
        return
      }
      write(value, &output)
    case (.int64, .text(let text)), (.int32, .text(let text)), (.int16, .text(let text)):
      if let whole = Int64(text) { output.int(whole) } else { output.string(text) }
    case (.double, .text(let text)), (.float, .text(let text)):
      if let number = Double(text), output.double(number) { return }
      output.string(text)
    case (.int64, .real(let number)), (.int32, .real(let number)), (.int16, .real(let number)):
      if let whole = Int64(exactly: number) { output.int(whole) } else { write(value, &output) }
    case (.string, .integer(let number)): output.string("\(number)")
    case (.string, .real(let number)): output.string("\(number)")
    case (.data, .text(let text)): output.data(Data(text.utf8))
    default: write(value, &output)
    }
  }

  /// Returns the reason why a value is not written, so that it can end a sentence about its column. Returns `nil` for a
  /// valid value.
  ///
  /// For example, bytes in a column of another type are rejected. They would be read in their encoded form, which is
  /// another text.
  static func refusal(_ value: ForeignValue, _ type: AttributeType) -> String? {
    switch value {
    case .brokenText: " must have readable text, but has \(value.phrase)."
    case .real(let number) where !number.isFinite && type.storage != .string:
      " must have a number that JSON can write, but has \(value.shown)."
    case .blob(let bytes) where type.storage == .uuid && bytes.count == 16: nil
    case .blob where type.storage != .data:
      " must have \(type == .string ? "text" : "a value of \(type.swiftName)"), but has \(value.phrase)."
    default: nil
    }
  }

  /// Returns the Boolean value of a text that other programs write.
  static func truth(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "t", "true": true
    case "f", "false": false
    default: nil
    }
  }

  /// Returns the hexadecimal digits of a UUID with hyphens; any other text unchanged.
  private static func withHyphens(_ text: String) -> String {
    guard text.utf8.count == 32, text.allSatisfy(\.isHexDigit) else { return text }
    var (grouped, rest) = ("", text[...])
    for count in [8, 4, 4, 4] {
      grouped += rest.prefix(count) + "-"
      rest = rest.dropFirst(count)
    }
    return grouped + rest
  }

  private static func write(_ value: ForeignValue, _ output: inout JSONOutput) {
    switch value {
    case .null, .brokenText: output.null()
    case .integer(let number): output.int(number)
    case .real(let number): if !output.double(number) { output.string("\(number)") }
    case .text(let text): output.string(text)
    case .blob(let bytes): output.data(bytes)
    }
  }

  /// Returns the date that SQLite reads. The value is a text, a number of seconds since 1970, or a Julian day number.
  private static func date(_ value: ForeignValue) -> Date? {
    switch value {
    case .text(let text): return date(text)
    case .integer(let number): return date(Double(number))
    case .real(let number): return date(number)
    case .null, .blob, .brokenText: return nil
    }
  }

  private static func date(_ number: Double) -> Date {
    Date(
      timeIntervalSince1970: isJulianDay(number) ? (number - 2_440_587.5) * 86_400 : number)
  }

  /// Returns whether a number is a Julian day in the years 1 to 9999. In SQLite, Julian days start at noon.
  ///
  /// As seconds since 1970, such a number would be in the first months of 1970. Noon is a whole number, which SQLite
  /// stores as an integer.
  static func isJulianDay(_ number: Double) -> Bool { 1_721_425.5..<5_373_484.5 ~= number }

  /// Returns the day of a date, in UTC.
  static func day(_ value: ForeignValue) -> CalendarDate? {
    guard let date = date(value), let utc = TimeZone(secondsFromGMT: 0) else { return nil }
    return CalendarDate(date, in: utc)
  }

  /// Returns whether a value has a time in addition to the day.
  static func hasTime(_ value: ForeignValue) -> Bool {
    guard let seconds = date(value)?.timeIntervalSince1970 else { return false }
    return seconds.truncatingRemainder(dividingBy: 86_400) != 0
  }

  /// Reads a date from a text. It is in UTC, unless the text names a time zone.
  static func date(_ text: String) -> Date? {
    if let found = DateText.parse(text) { return found.date }
    // SQLite's own format can omit the seconds and have a space before the zone.
    let (minutes, rest) = (text.prefix(16), text.dropFirst(16).filter { $0 != " " })
    for form in ["\(minutes)\(rest)", "\(minutes):00\(rest)"] {
      if let found = DateText.parse(form) { return found.date }
    }
    return nil
  }
}
