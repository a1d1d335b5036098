#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The value of a property, in a form that can hold values of all types. Key-value coding, rules, predicates and
/// reports use this type.
///
/// ```swift
/// let value = try book.value(forKey: "pages")
/// if case .int(let pages) = value { print(pages) }  // 412
/// try book.setValue(.null as AttributeValue, forKey: "price")
/// print(value == 412, book["price"]?.isNull ?? true)  // true true
/// ```
/// Because the type is an enumeration, a `switch` can cover all kinds of values.
///
/// Two values are equal only if they have the same case. For example, `.int(1)` does not equal `.double(1)`. Strings
/// are compared by their UTF-8 bytes, and NaN equals NaN. To compare numbers of different cases by size, as predicates
/// do, use ``compare(_:)``.
///
/// ## Topics
///
/// ### Simple Values
///
/// - ``null``
/// - ``bool(_:)``
/// - ``int(_:)``
/// - ``double(_:)``
/// - ``decimal(_:)``
/// - ``string(_:)``
/// - ``data(_:)``
/// - ``uuid(_:)``
/// - ``url(_:)``
///
/// ### Dates
///
/// - ``date(_:)``
/// - ``zonedDate(_:)``
/// - ``calendarDate(_:)``
///
/// ### Composed Values
///
/// - ``list(_:)``
/// - ``composite(_:)``
/// - ``json(_:)``
///
/// ### References
///
/// - ``object(_:)``
/// - ``objects(_:)``
///
/// ### Comparing Values
///
/// - ``isNull``
/// - ``compare(_:)``
public enum AttributeValue: Sendable {
  /// A missing value.
  case null
  /// A Boolean value.
  case bool(Bool)
  /// An integer. Attributes of 16 and 32 bits use this case as well.
  case int(Int64)
  /// A floating-point number. Attributes of single precision use this case as well.
  case double(Double)
  /// A decimal number of up to 38 digits.
  case decimal(Decimal)
  /// Text.
  case string(String)
  /// A date, which is a moment in time.
  case date(Date)
  /// Bytes.
  case data(Data)
  /// A universally unique identifier.
  case uuid(UUID)
  /// A uniform resource locator.
  case url(URL)
  /// An instant with its time zone.
  indirect case zonedDate(ZonedDate)
  /// A day without a time.
  case calendarDate(CalendarDate)
  /// The values of a list, in order. A list contains no missing values.
  case list([AttributeValue])
  /// The elements of a composite attribute by their names. Missing elements are omitted.
  case composite([String: AttributeValue])
  /// Any JSON value.
  indirect case json(JSONValue)
  /// A reference to one object.
  indirect case object(ManagedObjectID)
  /// References to several objects, in the order of the relationship.
  case objects([ManagedObjectID])

  /// A Boolean value that indicates whether the value is ``null``.
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }
}

extension AttributeValue: Equatable {
  /// Returns whether two values have the same case and the same content.
  ///
  /// Text is compared by its UTF-8 bytes, and NaN equals NaN.
  public static func == (left: AttributeValue, right: AttributeValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.int(let a), .int(let b)): a == b
    case (.double(let a), .double(let b)): a == b || (a.isNaN && b.isNaN)
    case (.decimal(let a), .decimal(let b)): a == b || (a.isNaN && b.isNaN)
    case (.string(let a), .string(let b)): a.utf8.elementsEqual(b.utf8)
    case (.date(let a), .date(let b)): isSame(a, b)
    case (.data(let a), .data(let b)): a == b
    case (.uuid(let a), .uuid(let b)): a == b
    case (.url(let a), .url(let b)): a == b
    case (.zonedDate(let a), .zonedDate(let b)):
      isSame(a.date, b.date) && a.timeZoneIdentifier == b.timeZoneIdentifier
    case (.calendarDate(let a), .calendarDate(let b)): a == b
    case (.list(let a), .list(let b)): a == b
    case (.composite(let a), .composite(let b)): isSame(a, b)
    case (.json(let a), .json(let b)): a == b
    case (.object(let a), .object(let b)): a == b
    case (.objects(let a), .objects(let b)): a == b
    default: false
    }
  }

  private static func isSame(
    _ left: [String: AttributeValue], _ right: [String: AttributeValue]
  ) -> Bool {
    left.count == right.count
      && left.allSatisfy { name, value in
        guard let place = right.index(forKey: name) else { return false }
        return right[place].key.hasSameBytes(as: name) && right[place].value == value
      }
  }

  private static func isSame(_ left: Date, _ right: Date) -> Bool {
    let (a, b) = (left.timeIntervalSinceReferenceDate, right.timeIntervalSinceReferenceDate)
    return a == b || (a.isNaN && b.isNaN)
  }
}

extension AttributeValue: Hashable {
  /// Hashes the whole content. Text is hashed as its UTF-8 bytes.
  ///
  /// Foundation hashes only 53 bits of a decimal and 80 bytes of data. A malicious file could then contain thousands of
  /// values with the same hash.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .int(let value): hasher.combine(value)
    case .double(let value): hasher.combine(value.isNaN ? Double.infinity : value)
    case .decimal(let value): Self.hash(value, into: &hasher)
    case .string(let value): value.hashBytes(into: &hasher)
    case .date(let value): Self.hash(value, into: &hasher)
    case .data(let value): value.withUnsafeBytes { hasher.combine(bytes: $0) }
    case .uuid(let value): hasher.combine(value)
    case .url(let value): hasher.combine(value)
    case .zonedDate(let value):
      Self.hash(value.date, into: &hasher)
      hasher.combine(value.timeZoneIdentifier)
    case .calendarDate(let value): hasher.combine(value)
    case .list(let values): hasher.combine(values)
    case .composite(let value): hasher.combine(value)
    case .json(let value): hasher.combine(value)
    case .object(let value): hasher.combine(value)
    case .objects(let value): hasher.combine(value)
    }
  }

  private static func hash(_ date: Date, into hasher: inout Hasher) {
    let seconds = date.timeIntervalSinceReferenceDate
    hasher.combine(seconds.isNaN ? Double.infinity : seconds)
  }

  /// Hashes the text of a decimal, which is the same for equal decimals with different trailing zeros.
  private static func hash(_ decimal: Decimal, into hasher: inout Hasher) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: DecimalText.maximumLength) { buffer in
      guard let out = buffer.baseAddress else { return }
      let count = DecimalText.write(decimal, to: out)
      hasher.combine(bytes: UnsafeRawBufferPointer(start: out, count: count))
    }
  }
}

extension AttributeValue: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral,
  ExpressibleByArrayLiteral
{
  /// Creates a text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Creates a list.
  public init(arrayLiteral values: AttributeValue...) { self = .list(values) }
  /// Creates an integer.
  public init(integerLiteral value: Int64) { self = .int(value) }
  /// Creates a floating-point number.
  public init(floatLiteral value: Double) { self = .double(value) }
  /// Creates a Boolean value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Creates a missing value.
  public init(nilLiteral: ()) { self = .null }
}

extension AttributeValue {
  /// Returns whether a store saves the same bits for two values. Unlike with `==`, zeros with different signs differ,
  /// and so do JSON values with another order or spelling.
  package func isKeptLike(_ other: AttributeValue) -> Bool {
    switch (self, other) {
    case (.double(let a), .double(let b)): Self.isKeptLike(a, b)
    case (.date(let a), .date(let b)): Self.isKeptLike(a, b)
    case (.zonedDate(let a), .zonedDate(let b)): self == other && Self.isKeptLike(a.date, b.date)
    case (.list(let a), .list(let b)):
      a.count == b.count && zip(a, b).allSatisfy { $0.isKeptLike($1) }
    case (.composite(let a), .composite(let b)):
      self == other && a.allSatisfy { name, value in b[name].map(value.isKeptLike) ?? false }
    case (.json(let a), .json(let b)): a.hasSameText(as: b)
    default: self == other
    }
  }

  private static func isKeptLike(_ left: Double, _ right: Double) -> Bool {
    left.bitPattern == right.bitPattern || left.isNaN && right.isNaN
  }

  private static func isKeptLike(_ left: Date, _ right: Date) -> Bool {
    isKeptLike(left.timeIntervalSinceReferenceDate, right.timeIntervalSinceReferenceDate)
  }
}

extension AttributeValue: CustomStringConvertible {
  /// The value as it is shown in messages. Text is quoted, escaped and shortened to 60 characters.
  ///
  /// For a composite, at most 20 elements are shown, to a depth of three. Nested elements count too. For a
  /// relationship, at most 20 objects are shown. A long JSON value is shortened to 60 characters.
  public var description: String {
    var remaining = 20
    return text(depth: 3, &remaining)
  }

  private func text(depth: Int, _ remaining: inout Int) -> String {
    switch self {
    case .null: "no value"
    case .bool(let value): value ? "true" : "false"
    case .int(let value): value.description
    case .double(let value):
      // 1234567.0 is shown without the fraction; 1e+20 is left as it is.
      value == value.rounded() && value.magnitude < 1e15
        ? Int64(value).description : value.description
    case .decimal(let value): value.description
    case .string(let value): value.quotedForMessage
    case .date(let value): DateText.shown(value)
    case .data(let value): "\(value.count) bytes"
    case .uuid(let value): value.uuidString
    case .url(let value): value.absoluteString.quotedForMessage
    case .zonedDate(let value): value.description
    case .calendarDate(let value): value.description
    case .list(let values):
      "[" + values.prefix(20).map { $0.text(depth: depth, &remaining) }.joined(separator: ", ")
        + (values.count > 20 ? ", …]" : "]")
    case .composite(let elements):
      Self.text(of: elements, depth: depth, &remaining)
    case .json(let value): value.description.shortenedName
    case .object(let id): id.description
    case .objects(let ids):
      "[" + ids.prefix(20).map(\.description).joined(separator: ", ")
        + (ids.count > 20 ? ", …]" : "]")
    }
  }

  /// Returns the elements by name, truncated if they are many or deeply nested.
  private static func text(
    of elements: [String: AttributeValue], depth: Int, _ remaining: inout Int
  ) -> String {
    if depth == 0 && !elements.isEmpty { return "{…}" }
    var parts: [String] = []
    for (name, value) in elements.sorted(by: { $0.key < $1.key }) {
      if remaining == 0 {
        parts.append("…")
        break
      }
      remaining -= 1
      parts.append("\(name): \(value.text(depth: depth - 1, &remaining))")
    }
    return "{" + parts.joined(separator: ", ") + "}"
  }
}
