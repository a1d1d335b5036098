#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension AttributeType {
  /// A value that does no harm in place of an absent one.
  fileprivate var standIn: AttributeValue? {
    switch self {
    // One and not zero, by which nobody may divide.
    case .int16, .int32, .int64: .int(1)
    case .decimal: .decimal(1)
    case .double, .float: .double(1)
    case .string: .string("")
    case .bool: .bool(false)
    case .date: .date(Date(timeIntervalSinceReferenceDate: 0))
    case .zonedDate:
      .zonedDate(
        ZonedDate(date: Date(timeIntervalSinceReferenceDate: 0), timeZoneIdentifier: "GMT"))
    case .calendarDate: CalendarDate(year: 2001, month: 1, day: 1).map { .calendarDate($0) }
    case .list: .list([])
    case .data: .data(Data())
    case .uuid: .uuid(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
    case .enumeration(_, let raw, let cases): cases?.first ?? raw.standIn
    case .composite(let elements):
      .composite(
        Dictionary(elements.map { ($0.name, $0.standIn ?? .null) }) { first, _ in first })
    case .url: URL(string: "about:blank").map { .url($0) }
    case .transformable(_, let stored): stored.standIn
    }
  }
}

extension AttributeDescription {
  /// Values in place of an absent one that a rule or hook reads, those first that keep the rules; the Swift
  /// type may refuse each of them.
  package var standIns: [AttributeValue] {
    var values = [accepts?.standIn, type.standIn].compactMap { $0 }
    if case .constant(let value)? = defaultValue { values.append(value) }
    for rule in rules {
      switch rule.requirement {
      case .membership(let choices): values += choices.prefix(1)
      case .range(let minimum, let maximum, _): values += [minimum, maximum].compactMap { $0 }
      default: break
      }
    }
    return values.filter(keepsRules) + values
  }

  private func keepsRules(_ value: AttributeValue) -> Bool {
    rules.allSatisfy { $0.check != nil || (try? $0.holds(for: value)) ?? false }
  }

  /// The first of these that the Swift type takes, as far as it is known.
  var standIn: AttributeValue? { standIns.first { !$0.isNull && admits($0) } }
}
