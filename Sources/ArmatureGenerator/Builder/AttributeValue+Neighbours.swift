import Armature

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension AttributeValue {
  /// The adjacent values, for conditions that exclude this one.
  var neighbours: [AttributeValue] {
    switch self {
    case .int(let value): [.int(value &+ 1), .int(value &- 1)]
    case .double(let value): [.double(value + 1), .double(value - 1), .double(value.nextUp)]
    case .decimal(let value): [.decimal(value + 1), .decimal(value - 1)]
    case .date(let value):
      [1, -1, 86_400, -86_400].map { .date(value.addingTimeInterval($0)) }
    case .calendarDate(let value):
      [1, -1].compactMap { value.moved(by: $0) }.map { .calendarDate($0) }
    case .string(let value): [.string(value + "a"), .string(String(value.dropLast()))]
    case .bool(let value): [.bool(!value)]
    default: []
    }
  }
}

extension CalendarDate {
  /// Returns the day before or after; `nil` beyond the years 0 to 9999.
  fileprivate func moved(by days: Int) -> CalendarDate? {
    let isLast = days > 0 ? (year, month, day) == (9999, 12, 31) : (year, month, day) == (0, 1, 1)
    return isLast ? nil : advanced(by: days)
  }
}
