#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension AttributeValue {
  /// The same value as another type keeps it; `nil` if that would lose something.
  ///
  /// Numbers convert where they are exact: 3.0 becomes the integer 3, and 3.5 does not.
  package func converted(to type: AttributeType) -> AttributeValue? {
    if type.admits(self) { return self }
    switch (type.storage, self) {
    case (.int16, .double(let value)), (.int32, .double(let value)), (.int64, .double(let value)):
      guard let integer = Int64(exactly: value) else { return nil }
      return type.admits(.int(integer)) ? .int(integer) : nil
    case (.int16, .decimal(let value)), (.int32, .decimal(let value)),
      (.int64, .decimal(let value)):
      guard let integer = Int64(value.description) else { return nil }
      return type.admits(.int(integer)) ? .int(integer) : nil
    case (.double, .int(let value)), (.float, .int(let value)):
      return Double(exactly: value).map(AttributeValue.double).flatMap { $0.converted(to: type) }
    case (.double, .decimal(let value)), (.float, .decimal(let value)):
      return Double(value.description).map(AttributeValue.double).flatMap { $0.converted(to: type) }
    case (.float, .double(let value)): return .double(Double(Float(value)))
    case (.decimal, .int(let value)): return .decimal(Decimal(value))
    case (.decimal, .double(let value)):
      return Decimal(string: value.description).map(AttributeValue.decimal)
    case (.date, .zonedDate(let value)): return .date(value.date)
    case (.zonedDate, .date(let value)):
      return .zonedDate(ZonedDate(date: value, timeZoneIdentifier: "GMT"))
    default: return nil
    }
  }
}
