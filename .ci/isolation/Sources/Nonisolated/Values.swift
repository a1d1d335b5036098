import Armature

/// Types of attributes.
public enum Format: String, CaseIterable, AttributeConvertible {
  case paper, audio
}

public struct Colour: TransformableValue, Equatable {
  public var red: UInt8

  public init(red: UInt8) { self.red = red }
  public init?(transformed text: String) {
    guard let red = UInt8(text) else { return nil }
    self.red = red
  }
  public var transformed: String { "\(red)" }
}

public struct Size: CompositeValue, Equatable {
  public var width: Int

  public static var elements: [AttributeDescription] { Attribute("width", Int.self).range(1...) }

  public init(width: Int) { self.width = width }
  public init?(elements: [String: AttributeValue]) {
    guard let width = elements["width"].flatMap({ Int(attributeValue: $0) }) else { return nil }
    self.width = width
  }
  public var elementValues: [String: AttributeValue] { ["width": width.attributeValue] }
}
