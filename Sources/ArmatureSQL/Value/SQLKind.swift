import Armature
package import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The kind of value in a column. It represents the meaning of the value in the model, and decides how values are
/// written and compared.
///
/// Each kind has one storage class, except floating-point numbers and dates. Databases treat NaN as null, so these two
/// kinds store NaN as the text `NaN`. It is greater than all numbers, as in the order of objects.
package enum SQLKind: Hashable, Sendable {
  /// 0 or 1.
  case truth
  /// An integer.
  case integer
  /// A floating-point number.
  case real
  /// A decimal number as text. Equal numbers have equal bytes.
  case decimal
  /// Text.
  case text
  /// The number of seconds since the start of 2001 as a floating-point number, as in `Date`.
  case date
  /// Bytes.
  case data
  /// Data, or text that refers to a file: ``SQLExternalData``.
  case externalData
  /// A UUID as text, in capital letters.
  case uuid
  /// A URL as text.
  case url
  /// A day as text: `2026-11-22`.
  case day
  /// The values of a list as a JSON array.
  case list(AttributeType)
  /// Any JSON value, as JSON text.
  case json
  /// The key of an object of an entity or one of its sub-entities.
  case key(String)

  /// The kind of a simple type; `nil` for a type with several columns.
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
    case .json: self = .json
    case .zonedDate, .composite, .enumeration, .transformable: return nil
    }
  }

  /// The text for NaN among floating-point numbers.
  package static let notANumber = "NaN"

  /// Whether only the context compares the values, because equal values may have different texts.
  package var isOpaque: Bool {
    switch self {
    case .list, .json: true
    default: false
    }
  }

  /// Whether the numbers of a column may be NaN.
  package var mayBeNaN: Bool { self == .real || self == .date || self == .decimal }
}

extension SQLKind {
  /// Returns the stored form of a value; `nil` for a value of another kind.
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
    case (.json, .json(let value)): .text(value.text)
    case (.key, .object(let id)): .integer(id.key)
    default: nil
    }
  }

  private static func real(_ number: Double) -> SQLValue {
    number.isNaN ? .text(notANumber) : .real(number)
  }

  /// Returns the value of a stored form; `nil` if the stored form is invalid for the kind.
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
    case (.json, .text(let text)): JSONValueParser.value(of: text).map(AttributeValue.json)
    default: nil
    }
  }
}
