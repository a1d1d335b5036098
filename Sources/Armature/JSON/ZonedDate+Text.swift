import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ZonedDate {
  /// Reads a date with its offset and, optionally, the name of its time zone, as in
  /// `2024-05-01T10:00:00+02:00[Europe/Berlin]`.
  ///
  /// The offset is required, because a date without an offset is not a point in time. If the string names a time zone,
  /// the offset must be the one that this time zone has at this time. The offset `Z` is allowed for all time zones. The
  /// name must be a known time zone. On a machine without time zone data, only the syntax of the name is checked.
  ///
  /// Source: RFC 3339, and RFC 9557 for the name in brackets.
  package init?(_ text: String) {
    let (instant, name) = Self.split(text)
    guard let (date, offset) = DateText.parse(String(instant)), let offset else { return nil }
    if let name {
      guard Self.isZone(name) else { return nil }
      let expected = Self.offsets(of: name, at: date)
      // Offsets of old times have seconds, which are not written.
      let isUTC = instant.utf8.last.map { $0 | 0x20 == UInt8(ascii: "z") } ?? false
      if !isUTC, !expected.isEmpty, !expected.contains(where: { abs($0 - offset) < 60 }) {
        return nil
      }
    }
    self.init(date: date, timeZoneIdentifier: name ?? Self.identifier(offset: offset))
  }

  /// The text that ``init(_:)`` reads back as the same date; `nil` for a date without one.
  package var text: String? {
    if let offset = Self.offset(of: timeZoneIdentifier) {
      return DateText.string(date, offset: offset)
    }
    // A text that could not be read back is not written.
    guard Self.isZone(timeZoneIdentifier) else { return nil }
    // In UTC where this machine does not know it.
    let offsets = Self.offsets(of: timeZoneIdentifier, at: date)
    return DateText.string(date, offset: offsets.count == 1 ? offsets.first : nil)
      .map { "\($0)[\(timeZoneIdentifier)]" }
  }

  /// The offsets that a zone may have at an instant, in seconds: none where this machine does not know the zone.
  private static func offsets(of name: String, at date: Date) -> Set<Int> {
    if let offset = offset(of: name) { return [offset] }
    if knowsZones { return TimeZone(identifier: name).map { [$0.secondsFromGMT(for: date)] } ?? [] }
    return ZoneFile.known(name)?.offsets(at: date) ?? []
  }

  /// Returns whether a text starts with a date.
  static func startsWithDate(_ text: String) -> Bool {
    DateText.parse(String(split(text).instant)) != nil
  }

  private static func split(_ text: String) -> (instant: Substring, name: String?) {
    guard text.utf8.last == 0x5D, let bracket = text.utf8.firstIndex(of: 0x5B) else {
      return (text[...], nil)
    }
    return (text[..<bracket], String(text[bracket...].dropFirst().dropLast()))
  }

  private static func isZone(_ name: String) -> Bool {
    if offset(of: name) != nil { return true }
    // Only names of RFC 9557 §4.1: any other text must not reach a lookup in the file system.
    let isName =
      name.utf8.count <= 100
      && name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { part in
        part != "" && part != "." && part != ".."
          && part.utf8.allSatisfy { byte in
            (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10
              || [0x2B, 0x2D, 0x2E, 0x5F].contains(byte)
          }
      }
    if !isName { return false }
    if knowsZones { return TimeZone(identifier: name) != nil }
    return !ZoneFile.areThere || ZoneFile.known(name) != nil
  }

  /// Whether Foundation knows the names of zones: FoundationEssentials alone does not.
  private static let knowsZones = TimeZone(identifier: "Europe/London") != nil

  private static func identifier(offset: Int) -> String {
    if offset == 0 { return "GMT" }
    let minutes = abs(offset) / 60
    let digits = [minutes / 60, minutes % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return "GMT\(offset < 0 ? "-" : "+")\(digits[0])\(digits[1])"
  }

  /// Returns the offset of an identifier from ``identifier(offset:)``.
  private static func offset(of identifier: String) -> Int? {
    if identifier == "GMT" { return 0 }
    let bytes = Array(identifier.utf8)
    guard bytes.count == 8, identifier.hasPrefix("GMT"), bytes[3] == 0x2B || bytes[3] == 0x2D,
      let digits = Int(identifier.dropFirst(4)), digits > 0, digits < 2400, digits % 100 < 60
    else { return nil }
    let seconds = digits / 100 * 3_600 + digits % 100 * 60
    return bytes[3] == 0x2D ? -seconds : seconds
  }
}
