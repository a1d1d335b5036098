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
/// Built in are `Bool`, the integers of 16, 32 and 64 bits, `Double`, `Float`, `Decimal`, `String`,
/// `Date`, `Data`, `UUID`, `URL`, ``ZonedDate`` and ``CalendarDate``, their optionals, and arrays of
/// them. A type with raw values conforms without a body: `enum Format: String, AttributeConvertible { … }`. Other types conform to
/// ``TransformableValue`` or ``CompositeValue``.
public protocol AttributeConvertible: PropertyConvertible, Sendable {
  /// The type without its optional: `Date` for `Date` and for `Date?`; never declared by hand.
  associatedtype Base: AttributeConvertible = Self
  /// What values are compared with in typed conditions: one type for all numbers, and the type itself
  /// for others; never declared by hand.
  associatedtype ComparisonKind = Base
  /// The attribute type that a declaration with this Swift type gets.
  static var attributeType: AttributeType { get }
  /// Whether an attribute of the type may have no value.
  static var isOptional: Bool { get }
  /// A value in place of an absent one that a rule or a hook reads; `nil`, as by default, for one that
  /// is made of an empty text, of 1 and their like.
  ///
  /// A type that takes none of these, and that has more in it than numbers, has to say one: reading a
  /// required value must yield something.
  static var standIn: Self? { get }
  /// Makes a value from an attribute's; fails if it is of another type.
  init?(attributeValue: AttributeValue)
  /// The value as the attribute keeps it.
  var attributeValue: AttributeValue { get }
}

extension AttributeConvertible {
  /// Required, unless the type is an optional.
  public static var isOptional: Bool { false }

  /// None of its own.
  public static var standIn: Self? { nil }

  /// Makes a value from an attribute's.
  public static func from(_ value: PropertyValue?) -> Self? {
    if case .attribute(let value) = value { Self(attributeValue: value) } else { nil }
  }

  /// The value as an attribute's.
  public var propertyValue: PropertyValue? { PropertyValue(attributeValue) }
}
