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
