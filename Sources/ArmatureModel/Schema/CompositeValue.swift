/// A structure of attributes that is one attribute: an address, a rectangle.
///
/// ```swift
/// struct Size: CompositeValue {
///   let width, height: Double
///   static var elements: [AttributeDescription] {
///     Attribute("width", Double.self).range(0...)
///     Attribute("height", Double.self).range(0...)
///   }
///   init?(elements: [String: AttributeValue]) {
///     guard case .double(let width) = elements["width"],
///       case .double(let height) = elements["height"]
///     else { return nil }
///     (self.width, self.height) = (width, height)
///   }
///   var elementValues: [String: AttributeValue] {
///     ["width": .double(width), "height": .double(height)]
///   }
/// }
/// let size = Attribute("size", Size.self)
/// ```
/// Core Data: composite attributes. Predicates and key paths reach the elements by dotted names.
public protocol CompositeValue: AttributeConvertible {
  /// The elements, declared as attributes are.
  @CompositeBuilder static var elements: [AttributeDescription] { get }
  /// Makes a value from its elements; fails if one that it needs is absent.
  init?(elements: [String: AttributeValue])
  /// The elements by name.
  var elementValues: [String: AttributeValue] { get }
}

extension CompositeValue {
  /// A composite of the declared elements.
  public static var attributeType: AttributeType { .composite(elements) }

  /// Takes the elements.
  public init?(attributeValue value: AttributeValue) {
    guard case .composite(let elements) = value else { return nil }
    self.init(elements: elements)
  }

  /// The elements.
  public var attributeValue: AttributeValue {
    .composite(elementValues.filter { !$0.value.isNull })
  }
}
