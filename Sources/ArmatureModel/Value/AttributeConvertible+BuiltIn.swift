#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Bool: AttributeConvertible {
  /// Stored directly in the row.
  @inlinable public static var _rowKind: UInt8 { StorageKind.bool.rawValue }
  /// Core Data: Boolean.
  public static var attributeType: AttributeType { .bool }
  /// Creates the value from a Boolean value.
  public init?(attributeValue value: AttributeValue) {
    guard case .bool(let value) = value else { return nil }
    self = value
  }
  /// The value as an attribute stores it.
  public var attributeValue: AttributeValue { .bool(self) }
}

extension Int: AttributeConvertible {
  /// The kind of all numbers, which can be compared with each other.
  public typealias ComparisonKind = any ArithmeticValue
  /// Stored directly in the row.
  @inlinable public static var _rowKind: UInt8 { StorageKind.int64.rawValue }
  /// Core Data: Integer 64.
  public static var attributeType: AttributeType { .int64 }
  /// Creates the value from an integer. Returns `nil` if the integer does not fit.
  public init?(attributeValue value: AttributeValue) {
    guard case .int(let value) = value else { return nil }
    self.init(exactly: value)
  }
  /// The value as an attribute stores it.
  public var attributeValue: AttributeValue { .int(Int64(self)) }
}

extension Int64: AttributeConvertible {
  /// The kind of all numbers, which can be compared with each other.
  public typealias ComparisonKind = any ArithmeticValue
  /// Stored directly in the row.
  @inlinable public static var _rowKind: UInt8 { StorageKind.int64.rawValue }
  /// Core Data: Integer 64.
  public static var attributeType: AttributeType { .int64 }
  /// Creates the value from an integer.
  public init?(attributeValue value: AttributeValue) {
    guard case .int(let value) = value else { return nil }
    self = value
  }
  /// The value as an attribute stores it.
  public var attributeValue: AttributeValue { .int(self) }
}

extension Int32: AttributeConvertible {
  /// The kind of all numbers, which can be compared with each other.
  public typealias ComparisonKind = any ArithmeticValue
  /// Stored directly in the row.
  @inlinable public static var _rowKind: UInt8 { StorageKind.int32.rawValue }
  /// Core Data: Integer 32.
  public static var attributeType: AttributeType { .int32 }
  /// Creates the value from an integer. Returns `nil` if the integer does not fit.
  public init?(attributeValue value: AttributeValue) {
    guard case .int(let value) = value else { return nil }
    self.init(exactly: value)
  }
  /// The value as an attribute stores it.
  public var attributeValue: AttributeValue { .int(Int64(self)) }
}

extension Int16: AttributeConvertible {
  /// The kind of all numbers, which can be compared with each other.
  public typealias ComparisonKind = any ArithmeticValue
  /// Stored directly in the row.
  @inlinable public static var _rowKind: UInt8 { StorageKind.int16.rawValue }
  /// Core Data: Integer 16.
  public static var attributeType: AttributeType { .int16 }
  /// Creates the value from an integer. Returns `nil` if the integer does not fit.
  public init?(attributeValue value: AttributeValue) {
    guard case .int(let value) = value else { return nil }
    self.init(exactly: value)
  }
  /// The value as an attribute stores it.
  public var attributeValue: AttributeValue { .int(Int64(self)) }
}

extension Double: AttributeConvertible {
  /// The kind of all numbers, which can be compared with each other.
  public typealias ComparisonKind = any ArithmeticValue
  /// Stored directly in the row.
  @inlinable public static var _rowKind: UInt8 { StorageKind.double.rawValue }
  /// Core Data: Double.
  public static var attributeType: AttributeType { .double }
  /// Creates the value from a floating-point number.
  public init?(attributeValue value: AttributeValue) {
    guard case .double(let value) = value else { return nil }
    self = value
  }
  /// The value as an attribute stores it.
  public var attributeValue: AttributeValue { .double(self) }
}

extension Float: AttributeConvertible {
  /// The kind of all numbers, which can be compared with each other.
  public typealias ComparisonKind = any ArithmeticValue
  /// Stored directly in the row.
  @inlinable public static var _rowKind: UInt8 { StorageKind.float.rawValue }
  /// Core Data: Float.
  public static var attributeType: AttributeType { .float }
  /// Creates the value from a floating-point number. Returns `nil` unless the number is exact in single precision or is
  /// NaN.
  public init?(attributeValue value: AttributeValue) {
    guard case .double(let value) = value else { return nil }
    guard value.isNaN || Double(Float(value)) == value else { return nil }
    self = Float(value)
  }
  /// The value in double precision, as an attribute stores it.
  public var attributeValue: AttributeValue { .double(Double(self)) }
}

extension Decimal: AttributeConvertible {
  /// The kind of all numbers, which can be compared with each other.
  public typealias ComparisonKind = any ArithmeticValue
  /// Stored directly in the row.
  @inlinable public static var _rowKind: UInt8 { StorageKind.decimal.rawValue }
  /// Core Data: Decimal.
  public static var attributeType: AttributeType { .decimal }
  /// Creates the value from a decimal number.
  public init?(attributeValue value: AttributeValue) {
    guard case .decimal(let value) = value else { return nil }
    self = value
  }
  /// The value as an attribute stores it.
  public var attributeValue: AttributeValue { .decimal(self) }
}

extension String: AttributeConvertible {
  /// Stored directly in the row.
  @inlinable public static var _rowKind: UInt8 { StorageKind.string.rawValue }
  /// Core Data: String.
  public static var attributeType: AttributeType { .string }
  /// Creates the value from text.
  public init?(attributeValue value: AttributeValue) {
    guard case .string(let value) = value else { return nil }
    self = value
  }
  /// The value as an attribute stores it.
  public var attributeValue: AttributeValue { .string(self) }
}

extension Date: AttributeConvertible {
  /// Stored directly in the row.
  @inlinable public static var _rowKind: UInt8 { StorageKind.date.rawValue }
  /// Core Data: Date.
  public static var attributeType: AttributeType { .date }
  /// Creates the value from a date.
  public init?(attributeValue value: AttributeValue) {
    guard case .date(let value) = value else { return nil }
    self = value
  }
  /// The value as an attribute stores it.
  public var attributeValue: AttributeValue { .date(self) }
}

extension Data: AttributeConvertible {
  /// Stored directly in the row.
  @inlinable public static var _rowKind: UInt8 { StorageKind.data.rawValue }
  /// Core Data: Binary Data.
  public static var attributeType: AttributeType { .data }
  /// Creates the value from bytes.
  public init?(attributeValue value: AttributeValue) {
    guard case .data(let value) = value else { return nil }
    self = value
  }
  /// The value as an attribute stores it.
  public var attributeValue: AttributeValue { .data(self) }
}

extension UUID: AttributeConvertible {
  /// Stored directly in the row.
  @inlinable public static var _rowKind: UInt8 { StorageKind.uuid.rawValue }
  /// Core Data: UUID.
  public static var attributeType: AttributeType { .uuid }
  /// Creates the value from a UUID.
  public init?(attributeValue value: AttributeValue) {
    guard case .uuid(let value) = value else { return nil }
    self = value
  }
  /// The value as an attribute stores it.
  public var attributeValue: AttributeValue { .uuid(self) }
}

extension URL: AttributeConvertible {
  /// Core Data: URI.
  public static var attributeType: AttributeType { .url }
  /// Creates the value from a URL.
  public init?(attributeValue value: AttributeValue) {
    guard case .url(let value) = value else { return nil }
    self = value
  }
  /// The value as an attribute stores it.
  public var attributeValue: AttributeValue { .url(self) }
}

extension CalendarDate: AttributeConvertible {
  /// A type that has no counterpart in Core Data.
  public static var attributeType: AttributeType { .calendarDate }
  /// Creates the value from a day.
  public init?(attributeValue value: AttributeValue) {
    guard case .calendarDate(let value) = value else { return nil }
    self = value
  }
  /// The value as an attribute stores it.
  public var attributeValue: AttributeValue { .calendarDate(self) }
}

extension ZonedDate: AttributeConvertible {
  /// A type that has no counterpart in Core Data.
  public static var attributeType: AttributeType { .zonedDate }
  /// Creates the value from a date with a time zone.
  public init?(attributeValue value: AttributeValue) {
    guard case .zonedDate(let value) = value else { return nil }
    self = value
  }
  /// The value as an attribute stores it.
  public var attributeValue: AttributeValue { .zonedDate(self) }
}

extension JSONValue: AttributeConvertible {
  /// A type that has no counterpart in Core Data.
  public static var attributeType: AttributeType { .json }
  /// Creates the value from a JSON value.
  public init?(attributeValue value: AttributeValue) {
    guard case .json(let value) = value else { return nil }
    self = value
  }
  /// The value as an attribute stores it.
  public var attributeValue: AttributeValue { .json(self) }
}
