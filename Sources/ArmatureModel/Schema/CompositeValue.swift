/// A structure that is stored as one attribute with several elements, such as an address or a size.
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
/// In predicates and key paths, you access an element with a dot, as in `size.width`.
///
/// Core Data: composite attributes.
public protocol CompositeValue: AttributeConvertible {
  /// The elements, declared like attributes.
  @CompositeBuilder static var elements: [AttributeDescription] { get }
  /// Creates a value from its elements. Returns `nil` if a required element is missing.
  init?(elements: [String: AttributeValue])
  /// The elements by name.
  var elementValues: [String: AttributeValue] { get }
}

extension CompositeValue {
  /// The type of a composite with the declared elements.
  public static var attributeType: AttributeType { .composite(elements) }

  /// Creates a value from the elements of a composite.
  public init?(attributeValue value: AttributeValue) {
    guard case .composite(let elements) = value else { return nil }
    self.init(elements: elements)
  }

  /// The elements as a composite value. Missing elements are omitted.
  public var attributeValue: AttributeValue {
    .composite(elementValues.filter { !$0.value.isNull })
  }
}
