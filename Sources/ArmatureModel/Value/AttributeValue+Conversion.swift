#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension AttributeValue {
  /// Returns the value in the form for an attribute that is being set. Integers are accepted for numbers with a
  /// fraction.
  ///
  /// An integer is converted only if the result is exact. All other values are returned unchanged, and the attribute
  /// may reject them.
  package func widened(to type: AttributeType) -> AttributeValue {
    switch (type.storage, self) {
    case (.double, .int(let value)):
      return Double(exactly: value).map(AttributeValue.double) ?? self
    case (.float, .int(let value)): return Float(exactly: value)?.attributeValue ?? self
    case (.decimal, .int(let value)): return .decimal(Decimal(value))
    case (.list(let element), .list(let values)):
      return .list(values.map { $0.widened(to: element) })
    case (.composite(let elements), .composite(let values)):
      var widened = values
      for element in elements {
        widened[element.name] = values[element.name]?.widened(to: element.type)
      }
      return .composite(widened)
    default: return self
    }
  }

  /// Returns the same value as another type. Returns `nil` if information would be lost.
  ///
  /// Numbers are converted if the result is exact. For example, 3.0 becomes the integer 3, but 3.5 is not converted.
  package func converted(to type: AttributeType) -> AttributeValue? {
    if type.admits(self) { return self }
    let widened = widened(to: type)
    if type.admits(widened) { return widened }
    switch (type.storage, self) {
    case (.int16, .double(let value)), (.int32, .double(let value)), (.int64, .double(let value)):
      guard let integer = Int64(exactly: value) else { return nil }
      return type.admits(.int(integer)) ? .int(integer) : nil
    case (.int16, .decimal(let value)), (.int32, .decimal(let value)),
      (.int64, .decimal(let value)):
      guard let integer = Int64(value.description) else { return nil }
      return type.admits(.int(integer)) ? .int(integer) : nil
    case (.double, .decimal(let value)), (.float, .decimal(let value)):
      return Double(value.description).map(AttributeValue.double).flatMap { $0.converted(to: type) }
    case (.float, .double(let value)):
      let narrowed = Float(value)
      // Fractions are rounded, as they are for text. A number out of range would be lost.
      return narrowed.isFinite || !value.isFinite ? .double(Double(narrowed)) : nil
    case (.decimal, .double(let value)):
      return Decimal(sameAs: value).map(AttributeValue.decimal)
    case (.list(let element), .list(let values)):
      let converted = values.compactMap { $0.converted(to: element) }
      return converted.count == values.count ? .list(converted) : nil
    case (.date, .zonedDate(let value)): return .date(value.date)
    case (.zonedDate, .date(let value)):
      return .zonedDate(ZonedDate(date: value, timeZoneIdentifier: "GMT"))
    default: return nil
    }
  }
}
