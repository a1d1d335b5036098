import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The server's representation of values.
enum PostgreSQLRounding {
  /// Returns the value that is read after a value is saved; `nil` if the server cannot represent it.
  static func value(_ value: AttributeValue) -> AttributeValue? {
    switch value {
    case .string(let text): return text.utf8.contains(0) ? .none : value
    case .url(let url): return url.absoluteString.utf8.contains(0) ? .none : value
    case .date(let date): return moment(date).map(AttributeValue.date)
    case .zonedDate(let zoned):
      return moment(zoned.date).map {
        .zonedDate(ZonedDate(date: $0, timeZoneIdentifier: zoned.timeZoneIdentifier))
      }
    case .list(let values):
      // The server has no type for times with zones: their lists are text, with full precision.
      if case .zonedDate? = values.first { return value }
      let all = values.compactMap(Self.value)
      return all.count == values.count ? .list(all) : .none
    case .composite(let parts):
      let all = parts.compactMapValues(Self.value)
      return all.count == parts.count ? .composite(all) : .none
    default: return value
    }
  }

  /// Returns the requirement for values that the server cannot represent.
  static func requirement(_ place: String) -> String {
    """
    \(place) must be a value that PostgreSQL has: no text with the character U+0000, and no date before \
    4713 BC, after 294276, or without a number. Change it, or keep it as data.
    """
  }

  private static func moment(_ date: Date) -> Date? {
    PostgreSQLTime.microseconds(date.timeIntervalSinceReferenceDate).map {
      Date(timeIntervalSinceReferenceDate: PostgreSQLTime.seconds($0))
    }
  }
}
