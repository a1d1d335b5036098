public import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension PostgreSQLStore {
  /// What comes back when a value is saved: the value itself, but for times, which the server has in microseconds.
  ///
  /// ```swift
  /// let moment = Date(timeIntervalSinceReferenceDate: 0.123_456_789)
  /// print(PostgreSQLStore.kept(.date(moment)) == .date(Date(timeIntervalSinceReferenceDate: 0.123_457)))  // true
  /// print(PostgreSQLStore.kept("a\u{0}b") == nil)  // true
  /// ```
  /// - Returns: `nil` for a value that the server does not have, and that a save refuses with a report: a text with the
  ///   character U+0000, and a time before 4713 BC, after the year 294276, or that is no number.
  public static func kept(_ value: AttributeValue) -> AttributeValue? {
    switch value {
    case .string(let text): return text.utf8.contains(0) ? .none : value
    case .url(let url): return url.absoluteString.utf8.contains(0) ? .none : value
    case .date(let date): return kept(date).map(AttributeValue.date)
    case .zonedDate(let zoned):
      return kept(zoned.date).map {
        .zonedDate(ZonedDate(date: $0, timeZoneIdentifier: zoned.timeZoneIdentifier))
      }
    case .list(let values):
      // Times with zones have no type of the server: their lists are text, with all bits.
      if case .zonedDate? = values.first { return value }
      let all = values.compactMap(kept)
      return all.count == values.count ? .list(all) : .none
    case .composite(let parts):
      let all = parts.compactMapValues(kept)
      return all.count == parts.count ? .composite(all) : .none
    default: return value
    }
  }

  private static func kept(_ date: Date) -> Date? {
    PostgreSQLTime.microseconds(date.timeIntervalSinceReferenceDate).map {
      Date(timeIntervalSinceReferenceDate: PostgreSQLTime.seconds($0))
    }
  }
}
