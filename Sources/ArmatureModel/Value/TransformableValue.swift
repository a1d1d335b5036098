/// A type that is kept as another through a declared conversion: a colour as text, a shape as data.
///
/// ```swift
/// struct Palette: TransformableValue {
///   let colours: [String]
///   init(transformed text: String) { colours = text.split(separator: " ").map(String.init) }
///   var transformed: String { colours.joined(separator: " ") }
/// }
/// let palette = Attribute("palette", Palette.self).default(Palette(transformed: "red blue"))
/// ```
/// Core Data: transformable attributes with a named value transformer. Here the conversion belongs
/// to the type, so it cannot be forgotten, and foreign code is never unarchived.
public protocol TransformableValue: AttributeConvertible {
  /// The type that is kept.
  associatedtype Transformed: AttributeConvertible
  /// Makes a value from what was kept; fails if that is not a value of this type.
  init?(transformed: Transformed)
  /// What is kept.
  var transformed: Transformed { get }
}

extension TransformableValue {
  /// A transformable attribute over the type that is kept.
  public static var attributeType: AttributeType {
    .transformable(name: "\(Self.self)", stored: Transformed.attributeType)
  }

  /// Takes what was kept.
  public init?(attributeValue value: AttributeValue) {
    guard let transformed = Transformed(attributeValue: value) else { return nil }
    self.init(transformed: transformed)
  }

  /// What is kept.
  public var attributeValue: AttributeValue { transformed.attributeValue }
}
