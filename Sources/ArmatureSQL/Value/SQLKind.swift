package import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How a column keeps values: their meaning in the model, which decides how they are written and compared.
///
/// Each kind but floating-point numbers and dates has one storage class. Databases take NaN for no value,
/// so these two keep it as the text `NaN`, which is greater than all numbers, as NaN is in the order of
/// objects.
package enum SQLKind: Hashable, Sendable {
  /// 0 or 1.
  case truth
  /// An integer.
  case integer
  /// A floating-point number.
  case real
  /// A decimal number as text, in which equal numbers have equal bytes.
  case decimal
  /// Text.
  case text
  /// Seconds since the start of 2001 as a floating-point number, which is what a `Date` keeps.
  case date
  /// Bytes.
  case data
  /// Data, or text that says which file has it: ``SQLExternalData``.
  case externalData
  /// A UUID as text, in capital letters.
  case uuid
  /// A URL as text.
  case url
  /// A day as text: `2026-11-22`.
  case day
  /// The values of a list as an array of JSON.
  case list(AttributeType)
  /// The key of an object of an entity, or of one that inherits from it.
  case key(String)

  /// The kind of a simple type; `nil` for one that takes several columns.
  package init?(_ type: AttributeType) {
    switch type.storage {
    case .int16, .int32, .int64: self = .integer
    case .decimal: self = .decimal
    case .double, .float: self = .real
    case .string: self = .text
    case .bool: self = .truth
    case .date: self = .date
    case .data: self = .data
    case .uuid: self = .uuid
    case .url: self = .url
    case .calendarDate: self = .day
    case .list(let element): self = .list(element)
    case .zonedDate, .composite, .enumeration, .transformable: return nil
    }
  }

  /// The text of NaN among floating-point numbers.
  package static let notANumber = "NaN"

  /// Whether a column has numbers that may be NaN.
  package var mayBeNaN: Bool { self == .real || self == .date || self == .decimal }
}

extension SQLKind {
  /// The value as a column of the kind keeps it; `nil` for a value of another kind.
  package func encode(_ value: AttributeValue) -> SQLValue? {
    switch (self, value) {
    case (_, .null): .null
    case (.truth, .bool(let holds)): .integer(holds ? 1 : 0)
    case (.integer, .int(let number)): .integer(number)
    case (.real, .double(let number)): Self.real(number)
    case (.real, .int(let number)): .real(Double(number))
    case (.decimal, .decimal(let number)):
      .text(DecimalText.string(number) ?? Self.notANumber)
    case (.decimal, .int(let number)): .text(number.description)
    case (.text, .string(let text)): .text(text)
    case (.date, .date(let date)): Self.real(date.timeIntervalSinceReferenceDate)
    case (.date, .zonedDate(let zoned)): Self.real(zoned.date.timeIntervalSinceReferenceDate)
    case (.data, .data(let data)), (.externalData, .data(let data)): .blob(data)
    case (.uuid, .uuid(let id)): .text(id.uuidString)
    case (.url, .url(let url)): .text(url.absoluteString)
    case (.day, .calendarDate(let day)): .text(day.description)
    case (.list(let element), .list(let values)):
      ListText.write(values, of: element).map(SQLValue.text)
    case (.key, .object(let id)): .integer(id.key)
    default: nil
    }
  }

  private static func real(_ number: Double) -> SQLValue {
    number.isNaN ? .text(notANumber) : .real(number)
  }

  /// The value that a column of the kind keeps in this form; `nil` if no value of the kind has it.
  package func decode(_ value: SQLValue) -> AttributeValue? {
    switch (self, value) {
    case (_, .null): .null
    case (.truth, .integer(let number)): number == 0 || number == 1 ? .bool(number == 1) : nil
    case (.integer, .integer(let number)): .int(number)
    case (.real, .real(let number)): .double(number)
    case (.real, .integer(let number)): .double(Double(number))
    case (.real, .text(Self.notANumber)): .double(.nan)
    case (.date, .real(let seconds)): .date(Date(timeIntervalSinceReferenceDate: seconds))
    case (.date, .integer(let seconds)):
      .date(Date(timeIntervalSinceReferenceDate: Double(seconds)))
    case (.date, .text(Self.notANumber)): .date(Date(timeIntervalSinceReferenceDate: .nan))
    case (.decimal, .text(Self.notANumber)): .decimal(.nan)
    case (.decimal, .text(let text)): (try? DecimalText.parse(text)).map(AttributeValue.decimal)
    case (.text, .text(let text)): .string(text)
    case (.data, .blob(let data)), (.externalData, .blob(let data)): .data(data)
    case (.uuid, .text(let text)): UUID(uuidString: text).map(AttributeValue.uuid)
    case (.url, .text(let text)): URL(string: text).map(AttributeValue.url)
    case (.day, .text(let text)): CalendarDate(text).map(AttributeValue.calendarDate)
    case (.list(let element), .text(let text)):
      ListText.read(text, of: element).map(AttributeValue.list)
    default: nil
    }
  }
}
