import Armature

/// Types of attributes.
enum Format: String, CaseIterable, AttributeConvertible {
  case paper, audio
}

struct Colour: TransformableValue, Equatable {
  var red: UInt8

  init(red: UInt8) { self.red = red }
  init?(transformed text: String) {
    guard let red = UInt8(text) else { return nil }
    self.red = red
  }
  var transformed: String { "\(red)" }
}

struct Size: CompositeValue, Equatable {
  var width: Int

  static var elements: [AttributeDescription] { Attribute("width", Int.self).range(1...) }

  init(width: Int) { self.width = width }
  init?(elements: [String: AttributeValue]) {
    guard let width = elements["width"].flatMap({ Int(attributeValue: $0) }) else { return nil }
    self.width = width
  }
  var elementValues: [String: AttributeValue] { ["width": width.attributeValue] }
}
