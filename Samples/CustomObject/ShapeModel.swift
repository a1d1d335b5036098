import Armature
import Foundation

/// A colour, which is stored as text such as `#3366CC`, since attributes have no such type.
struct Colour: TransformableValue, Equatable {
  var red: UInt8
  var green: UInt8
  var blue: UInt8

  init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Creates a colour from its stored text. Fails for any other text.
  init?(transformed text: String) {
    let digits = text.dropFirst()
    guard text.first == "#", digits.count == 6, digits.allSatisfy(\.isHexDigit),
      let number = UInt32(digits, radix: 16)
    else { return nil }
    self.init(
      red: UInt8(number >> 16 & 0xFF), green: UInt8(number >> 8 & 0xFF), blue: UInt8(number & 0xFF))
  }

  var transformed: String {
    let digits = [red, green, blue].map { byte in
      let text = String(byte, radix: 16, uppercase: true)
      return text.count < 2 ? "0" + text : text
    }
    return "#" + digits.joined()
  }
}

/// The rectangle around a shape: one attribute with four named elements.
struct Bounds: CompositeValue, Equatable {
  var x: Double
  var y: Double
  var width: Double
  var height: Double

  static var elements: [AttributeDescription] {
    Attribute("x", Double.self)
    Attribute("y", Double.self)
    Attribute("width", Double.self).range(0...)
    Attribute("height", Double.self).range(0...)
  }

  init(x: Double, y: Double, width: Double, height: Double) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  init?(elements: [String: AttributeValue]) {
    guard let x = Double(attributeValue: elements["x"] ?? .null),
      let y = Double(attributeValue: elements["y"] ?? .null),
      let width = Double(attributeValue: elements["width"] ?? .null),
      let height = Double(attributeValue: elements["height"] ?? .null)
    else { return nil }
    self.init(x: x, y: y, width: width, height: height)
  }

  var elementValues: [String: AttributeValue] {
    ["x": .double(x), "y": .double(y), "width": .double(width), "height": .double(height)]
  }
}

/// Creates the model of a drawing with its shapes.
func makeShapeModel() throws -> ManagedObjectModel {
  try ManagedObjectModel("Drawing") {
    Entity("Drawing") {
      Attribute("name", String.self).length(1...100).identifying()
      Relationship("shapes", to: "Shape", .ordered, inverse: "drawing", onDelete: .cascade)
    }
    Entity("Shape", class: Shape.self) {
      Attribute("name", String.self).length(1...100).identifying()
      Attribute("colour", Colour.self).default(Colour(red: 0, green: 0, blue: 0))
      Attribute("bounds", Bounds.self)
      Attribute("isLocked", Bool.self).default(false)
      Attribute("created", Date.self)
      Attribute("exhibited", ZonedDate?.self)
      let bounds = DynamicQuery().bounds
      Attribute("area", Double?.self).derived(from: (bounds.width * bounds.height).fetchExpression)
      Attribute("caption", String?.self).transient()
      Relationship("drawing", to: "Drawing", inverse: "shapes")
    }
  }
}
