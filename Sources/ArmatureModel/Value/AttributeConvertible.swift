#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A Swift type that an attribute can have.
///
/// ```swift
/// enum Format: String, AttributeConvertible { case hardcover, paperback }
/// let model = try ManagedObjectModel("Library") {
///   Entity("Book") { Attribute("format", Format.self).default(.paperback) }
/// }
/// let context = ManagedObjectContext(model: model)
/// let book = try context.insert("Book")
/// let format: Format? = book.format
/// ```
/// These types are built in:
/// - `Bool`, `Double`, `Float`, `Decimal`, and the integers of 16, 32 and 64 bits
/// - `String`, `Data`, `UUID` and `URL`
/// - `Date`, ``ZonedDate`` and ``CalendarDate``
/// - optionals of these types, and arrays of them
///
/// To use your own enumeration with raw values, declare the conformance, as in the example above. It needs no further
/// code. To use another type, conform it to ``TransformableValue`` or ``CompositeValue``.
public protocol AttributeConvertible: PropertyConvertible, Sendable {
  /// The type without its optional. For example, it is `Date` for both `Date` and `Date?`. Do not declare it yourself.
  associatedtype Base: AttributeConvertible = Self
  /// The kind of value in comparisons of typed predicates. All numbers are of one kind. For any other type, the kind is
  /// the type itself. Do not declare it yourself.
  associatedtype ComparisonKind = Base
  /// The type of an attribute that is declared with this Swift type.
  static var attributeType: AttributeType { get }
  /// A Boolean value that indicates whether an attribute of the type may have no value.
  static var isOptional: Bool { get }
  /// A placeholder that a rule or a hook reads if a required attribute has no value yet. The default is `nil`.
  ///
  /// If the placeholder is `nil`, it is created from a simple stored value, such as an empty string or 1. Declare a
  /// placeholder only if your type accepts none of these values. A composite of numbers does not need one.
  static var standIn: Self? { get }
  /// Creates a value from the value of an attribute. Returns `nil` if the type does not match.
  init?(attributeValue: AttributeValue)
  /// The value in the form in which the attribute stores it.
  var attributeValue: AttributeValue { get }
}

extension AttributeConvertible {
  /// Returns `false`, because only `Optional` overrides this.
  public static var isOptional: Bool { false }

  /// Returns `nil`, so the placeholder is created from simple stored values.
  public static var standIn: Self? { nil }

  /// Returns the value of an attribute, or `nil` if the type does not match.
  public static func from(_ value: PropertyValue?) -> Self? {
    if case .attribute(let value) = value { Self(attributeValue: value) } else { nil }
  }

  /// The value as a property stores it.
  public var propertyValue: PropertyValue? { PropertyValue(attributeValue) }
}

/// A type that is stored as a value of another type. For example, a color can be stored as a string, and a shape as
/// data.
///
/// To conform to this protocol, convert your type in both directions:
///
/// ```swift
/// struct Palette: TransformableValue {
///   let colours: [String]
///   init(transformed text: String) { colours = text.split(separator: " ").map(String.init) }
///   var transformed: String { colours.joined(separator: " ") }
/// }
/// let palette = Attribute("palette", Palette.self).default(Palette(transformed: "red blue"))
/// ```
/// In Core Data, you declare a transformable attribute and register a value transformer by name. Here, the conversion
/// is part of the type, so you cannot forget to register it. The conversion does not unarchive objects, so untrusted
/// data cannot create objects of any class.
public protocol TransformableValue: AttributeConvertible {
  /// The stored type.
  associatedtype Transformed: AttributeConvertible
  /// Creates a value from its stored form. Returns `nil` if the stored form is invalid.
  init?(transformed: Transformed)
  /// The stored form.
  var transformed: Transformed { get }
}

extension TransformableValue {
  /// A transformable attribute with the stored type.
  public static var attributeType: AttributeType {
    .transformable(name: "\(Self.self)", stored: Transformed.attributeType)
  }

  /// Creates a value from its stored form.
  public init?(attributeValue value: AttributeValue) {
    guard let transformed = Transformed(attributeValue: value) else { return nil }
    self.init(transformed: transformed)
  }

  /// The stored form.
  public var attributeValue: AttributeValue { transformed.attributeValue }
}

/// A type of numbers that expressions can compute with.
public protocol ArithmeticValue {}
extension Int: ArithmeticValue {}
extension Int16: ArithmeticValue {}
extension Int32: ArithmeticValue {}
extension Int64: ArithmeticValue {}
extension Double: ArithmeticValue {}
extension Float: ArithmeticValue {}
extension Decimal: ArithmeticValue {}

/// A type of values that have a length, such as text, data and lists.
public protocol MeasurableValue {}
extension String: MeasurableValue {}
extension Data: MeasurableValue {}
extension Array: MeasurableValue where Element: AttributeConvertible {}
