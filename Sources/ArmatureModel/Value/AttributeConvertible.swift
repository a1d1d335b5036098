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
/// The built-in types are `Bool`, the integers of 16, 32 and 64 bits, `Double`, `Float`, `Decimal`, `String`, `Date`,
/// `Data`, `UUID`, `URL`, ``ZonedDate`` and ``CalendarDate``, their optionals, and arrays of them. A type with raw
/// values conforms without any further code: `enum Format: String, AttributeConvertible { … }`. For other types,
/// conform to ``TransformableValue`` or ``CompositeValue``.
public protocol AttributeConvertible: PropertyConvertible, Sendable {
  /// The type without its optional: `Date` for both `Date` and `Date?`. Do not declare it yourself.
  associatedtype Base: AttributeConvertible = Self
  /// The kind of values in comparisons of typed predicates: one kind for all numbers, otherwise the type itself. Do
  /// not declare it yourself.
  associatedtype ComparisonKind = Base
  /// The attribute type of declarations with this Swift type.
  static var attributeType: AttributeType { get }
  /// A Boolean value that indicates whether an attribute of the type may have no value.
  static var isOptional: Bool { get }
  /// A substitute for an absent value that a rule or a hook reads. By default it is `nil`, and the substitute is
  /// created from simple stored values such as an empty text or 1.
  ///
  /// Reading a required value must always return something. So a type needs its own substitute if it accepts none of
  /// the simple values and does not consist only of numbers.
  static var standIn: Self? { get }
  /// Creates a value from an attribute's value. Fails if the type does not match.
  init?(attributeValue: AttributeValue)
  /// The value as the attribute stores it.
  var attributeValue: AttributeValue { get }
}

extension AttributeConvertible {
  /// Returns false: only optional types are optional.
  public static var isOptional: Bool { false }

  /// Returns nil: by default, a type has no substitute of its own.
  public static var standIn: Self? { nil }

  /// Returns the value of an attribute, or `nil` if the type does not match.
  public static func from(_ value: PropertyValue?) -> Self? {
    if case .attribute(let value) = value { Self(attributeValue: value) } else { nil }
  }

  /// The value as a property stores it.
  public var propertyValue: PropertyValue? { PropertyValue(attributeValue) }
}
