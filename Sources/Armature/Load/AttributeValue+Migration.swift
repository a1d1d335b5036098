import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension AttributeValue {
  /// Converts a value when a migration changes the type of its attribute. Returns `nil` if the value cannot be
  /// converted.
  ///
  /// A conversion must not lose information. For example, 2.5 cannot become an integer, because its fraction would be
  /// lost. A string is converted as if it were read from JSON, and a value of any other type can become a JSON string.
  ///
  /// The following types have special conversions:
  /// - A date is converted to the number of seconds since the start of 2001.
  /// - A calendar day is converted to midnight UTC of this day.
  /// - A list with a single value is converted to this value.
  /// - A UUID is converted to its 16 bytes.
  ///
  /// Each of these conversions also works in the other direction.
  package func migrated(from old: AttributeType, to new: AttributeType) -> AttributeValue? {
    if isNull { return .null }
    guard let value = value(as: new, was: old), new.admitsCase(value) else { return nil }
    if case .string = self { return value }
    // Not as a conditional expression, whose `nil` would be a null value.
    guard value.value(as: old, was: new) == self else { return .none }
    return value
  }

  private func value(as type: AttributeType, was old: AttributeType) -> AttributeValue? {
    if let value = converted(to: type) { return value }
    switch (self, type.storage) {
    case (_, .list(let element)): return converted(to: element).map { .list([$0]) }
    case (.string(let text), _):
      guard case .value(let value) = TextReader(.texts).value(of: text, as: type) else {
        return nil
      }
      return value
    case (.list(let values), _) where values.count == 1: return values[0].converted(to: type)
    case (_, .string): return cellText(old).map(AttributeValue.string)
    case (.bool(let holds), _): return AttributeValue.int(holds ? 1 : 0).converted(to: type)
    case (_, .bool):
      guard case .int(let number)? = converted(to: .int64), number == 0 || number == 1 else {
        return nil
      }
      return .bool(number == 1)
    case (.date(let date), .int16), (.date(let date), .int32), (.date(let date), .int64),
      (.date(let date), .double), (.date(let date), .float), (.date(let date), .decimal):
      return AttributeValue.double(date.timeIntervalSinceReferenceDate).converted(to: type)
    case (_, .date):
      if case .calendarDate(let day) = self {
        return DateText.parse("\(day)T00:00:00Z").map { .date($0.date) }
      }
      guard case .double(let seconds)? = converted(to: .double) else { return nil }
      return .date(Date(timeIntervalSinceReferenceDate: seconds))
    case (.date(let date), .calendarDate):
      return DateText.string(date).flatMap { CalendarDate(String($0.prefix(10))) }
        .map(AttributeValue.calendarDate)
    case (.data(let data), .uuid):
      guard data.count == 16 else { return nil }
      return .uuid(
        data.withUnsafeBytes { bytes in UUID(uuid: bytes.loadUnaligned(as: uuid_t.self)) })
    case (.uuid(let id), .data): return .data(withUnsafeBytes(of: id.uuid) { Data($0) })
    default: return nil
    }
  }
}
