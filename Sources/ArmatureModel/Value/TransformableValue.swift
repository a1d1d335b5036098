/// A type that is converted to another type for storage, such as a colour to text or a shape to data.
///
/// ```swift
/// struct Palette: TransformableValue {
///   let colours: [String]
///   init(transformed text: String) { colours = text.split(separator: " ").map(String.init) }
///   var transformed: String { colours.joined(separator: " ") }
/// }
/// let palette = Attribute("palette", Palette.self).default(Palette(transformed: "red blue"))
/// ```
/// In Core Data, you use a transformable attribute with a named value transformer. Here, the conversion is part of the
/// type, so you cannot forget to register it. No objects are unarchived, so untrusted data cannot create objects of any
/// class.
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
