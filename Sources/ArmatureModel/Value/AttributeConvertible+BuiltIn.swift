#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Bool: AttributeConvertible {
  /// Kept in place.
  @inlinable public static var _rowKind: UInt8 { StorageKind.bool.rawValue }
  /// Core Data: boolean.
  public static var attributeType: AttributeType { .bool }
  /// Takes a truth value.
  public init?(attributeValue value: AttributeValue) {
    guard case .bool(let value) = value else { return nil }
    self = value
  }
  /// The truth value.
  public var attributeValue: AttributeValue { .bool(self) }
}

extension Int: AttributeConvertible {
  /// Numbers are compared with numbers.
  public typealias ComparisonKind = any ArithmeticValue
  /// Kept in place.
  @inlinable public static var _rowKind: UInt8 { StorageKind.int64.rawValue }
  /// Core Data: integer 64.
  public static var attributeType: AttributeType { .int64 }
  /// Takes an integer.
  public init?(attributeValue value: AttributeValue) {
    guard case .int(let value) = value else { return nil }
    self.init(exactly: value)
  }
  /// The integer.
  public var attributeValue: AttributeValue { .int(Int64(self)) }
}

extension Int64: AttributeConvertible {
  /// Numbers are compared with numbers.
  public typealias ComparisonKind = any ArithmeticValue
  /// Kept in place.
  @inlinable public static var _rowKind: UInt8 { StorageKind.int64.rawValue }
  /// Core Data: integer 64.
  public static var attributeType: AttributeType { .int64 }
  /// Takes an integer.
  public init?(attributeValue value: AttributeValue) {
    guard case .int(let value) = value else { return nil }
    self = value
  }
  /// The integer.
  public var attributeValue: AttributeValue { .int(self) }
}

extension Int32: AttributeConvertible {
  /// Numbers are compared with numbers.
  public typealias ComparisonKind = any ArithmeticValue
  /// Kept in place.
  @inlinable public static var _rowKind: UInt8 { StorageKind.int32.rawValue }
  /// Core Data: integer 32.
  public static var attributeType: AttributeType { .int32 }
  /// Takes an integer of 32 bits.
  public init?(attributeValue value: AttributeValue) {
    guard case .int(let value) = value else { return nil }
    self.init(exactly: value)
  }
  /// The integer.
  public var attributeValue: AttributeValue { .int(Int64(self)) }
}

extension Int16: AttributeConvertible {
  /// Numbers are compared with numbers.
  public typealias ComparisonKind = any ArithmeticValue
  /// Kept in place.
  @inlinable public static var _rowKind: UInt8 { StorageKind.int16.rawValue }
  /// Core Data: integer 16.
  public static var attributeType: AttributeType { .int16 }
  /// Takes an integer of 16 bits.
  public init?(attributeValue value: AttributeValue) {
    guard case .int(let value) = value else { return nil }
    self.init(exactly: value)
  }
  /// The integer.
  public var attributeValue: AttributeValue { .int(Int64(self)) }
}

extension Double: AttributeConvertible {
  /// Numbers are compared with numbers.
  public typealias ComparisonKind = any ArithmeticValue
  /// Kept in place.
  @inlinable public static var _rowKind: UInt8 { StorageKind.double.rawValue }
  /// Core Data: double.
  public static var attributeType: AttributeType { .double }
  /// Takes a floating-point number.
  public init?(attributeValue value: AttributeValue) {
    guard case .double(let value) = value else { return nil }
    self = value
  }
  /// The number.
  public var attributeValue: AttributeValue { .double(self) }
}

extension Float: AttributeConvertible {
  /// Numbers are compared with numbers.
  public typealias ComparisonKind = any ArithmeticValue
  /// Kept in place.
  @inlinable public static var _rowKind: UInt8 { StorageKind.float.rawValue }
  /// Core Data: float.
  public static var attributeType: AttributeType { .float }
  /// Takes a floating-point number that single precision holds exactly, or NaN.
  public init?(attributeValue value: AttributeValue) {
    guard case .double(let value) = value else { return nil }
    guard value.isNaN || Double(Float(value)) == value else { return nil }
    self = Float(value)
  }
  /// The number in double precision.
  public var attributeValue: AttributeValue { .double(Double(self)) }
}

extension Decimal: AttributeConvertible {
  /// Numbers are compared with numbers.
  public typealias ComparisonKind = any ArithmeticValue
  /// Kept in place.
  @inlinable public static var _rowKind: UInt8 { StorageKind.decimal.rawValue }
  /// Core Data: decimal.
  public static var attributeType: AttributeType { .decimal }
  /// Takes a decimal number.
  public init?(attributeValue value: AttributeValue) {
    guard case .decimal(let value) = value else { return nil }
    self = value
  }
  /// The number.
  public var attributeValue: AttributeValue { .decimal(self) }
}

extension String: AttributeConvertible {
  /// Kept in place.
  @inlinable public static var _rowKind: UInt8 { StorageKind.string.rawValue }
  /// Core Data: string.
  public static var attributeType: AttributeType { .string }
  /// Takes text.
  public init?(attributeValue value: AttributeValue) {
    guard case .string(let value) = value else { return nil }
    self = value
  }
  /// The text.
  public var attributeValue: AttributeValue { .string(self) }
}

extension Date: AttributeConvertible {
  /// Kept in place.
  @inlinable public static var _rowKind: UInt8 { StorageKind.date.rawValue }
  /// Core Data: date.
  public static var attributeType: AttributeType { .date }
  /// Takes an instant.
  public init?(attributeValue value: AttributeValue) {
    guard case .date(let value) = value else { return nil }
    self = value
  }
  /// The instant.
  public var attributeValue: AttributeValue { .date(self) }
}

extension Data: AttributeConvertible {
  /// Kept in place.
  @inlinable public static var _rowKind: UInt8 { StorageKind.data.rawValue }
  /// Core Data: binary data.
  public static var attributeType: AttributeType { .data }
  /// Takes bytes.
  public init?(attributeValue value: AttributeValue) {
    guard case .data(let value) = value else { return nil }
    self = value
  }
  /// The bytes.
  public var attributeValue: AttributeValue { .data(self) }
}

extension UUID: AttributeConvertible {
  /// Kept in place.
  @inlinable public static var _rowKind: UInt8 { StorageKind.uuid.rawValue }
  /// Core Data: UUID.
  public static var attributeType: AttributeType { .uuid }
  /// Takes an identifier.
  public init?(attributeValue value: AttributeValue) {
    guard case .uuid(let value) = value else { return nil }
    self = value
  }
  /// The identifier.
  public var attributeValue: AttributeValue { .uuid(self) }
}

extension URL: AttributeConvertible {
  /// Core Data: URI.
  public static var attributeType: AttributeType { .url }
  /// Takes a locator.
  public init?(attributeValue value: AttributeValue) {
    guard case .url(let value) = value else { return nil }
    self = value
  }
  /// The locator.
  public var attributeValue: AttributeValue { .url(self) }
}

extension CalendarDate: AttributeConvertible {
  /// A day without a time.
  public static var attributeType: AttributeType { .calendarDate }
  /// Takes a day.
  public init?(attributeValue value: AttributeValue) {
    guard case .calendarDate(let value) = value else { return nil }
    self = value
  }
  /// The day.
  public var attributeValue: AttributeValue { .calendarDate(self) }
}

extension ZonedDate: AttributeConvertible {
  /// A date with its zone.
  public static var attributeType: AttributeType { .zonedDate }
  /// Takes a date with its zone.
  public init?(attributeValue value: AttributeValue) {
    guard case .zonedDate(let value) = value else { return nil }
    self = value
  }
  /// The date with its zone.
  public var attributeValue: AttributeValue { .zonedDate(self) }
}
