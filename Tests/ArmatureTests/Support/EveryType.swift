import Armature

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Custom value types, one for each way to declare an attribute's type.
enum EveryType {
  /// An enumeration with cases known to the model.
  enum Format: String, AttributeConvertible, CaseIterable {
    case paper, ebook, audio
  }

  /// An integer enumeration with cases known only to its type.
  enum Level: Int16, AttributeConvertible {
    case low = 1
    case high = 20
  }

  /// A value stored as text: `#ff8000`.
  struct Colour: TransformableValue, Hashable {
    var red: UInt8
    var green: UInt8
    var blue: UInt8

    init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
      self.red = red
      self.green = green
      self.blue = blue
    }

    init?(transformed text: String) {
      guard text.utf8.count == 7, text.first == "#",
        let number = UInt32(text.dropFirst(), radix: 16)
      else { return nil }
      self.init(
        UInt8(truncatingIfNeeded: number >> 16), UInt8(truncatingIfNeeded: number >> 8),
        UInt8(truncatingIfNeeded: number))
    }

    var transformed: String {
      let number = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
      let digits = String(number, radix: 16)
      return "#" + String(repeating: "0", count: 6 - digits.utf8.count) + digits
    }
  }

  /// A composite within a composite.
  struct Position: CompositeValue, Hashable {
    var latitude: Double
    var longitude: Double

    init(_ latitude: Double, _ longitude: Double) {
      self.latitude = latitude
      self.longitude = longitude
    }

    static var elements: [AttributeDescription] {
      Attribute("latitude", Double.self).range(-90...90)
      Attribute("longitude", Double.self).range(-180...180)
    }

    init?(elements: [String: AttributeValue]) {
      guard let latitude = elements["latitude"].flatMap(Double.init(attributeValue:)),
        let longitude = elements["longitude"].flatMap(Double.init(attributeValue:))
      else { return nil }
      self.init(latitude, longitude)
    }

    var elementValues: [String: AttributeValue] {
      ["latitude": .double(latitude), "longitude": .double(longitude)]
    }
  }

  /// A composite with a required, an optional and a nested element.
  struct Address: CompositeValue, Hashable {
    var street: String
    var city: String?
    var position: Position?

    static var elements: [AttributeDescription] {
      Attribute("street", String.self).length(1...50)
      Attribute("city", String?.self).length(2...)
      Attribute("position", Position?.self)
    }

    init(street: String, city: String? = nil, position: Position? = nil) {
      self.street = street
      self.city = city
      self.position = position
    }

    init?(elements: [String: AttributeValue]) {
      guard let street = elements["street"].flatMap(String.init(attributeValue:)) else {
        return nil
      }
      self.init(
        street: street, city: elements["city"].flatMap(String.init(attributeValue:)),
        position: elements["position"].flatMap(Position.init(attributeValue:)))
    }

    var elementValues: [String: AttributeValue] {
      [
        "street": .string(street), "city": city.attributeValue, "position": position.attributeValue,
      ]
    }
  }
}

extension ManagedObjectModel {
  /// Returns a model with an entity `Sample` that has an optional attribute of every type.
  static func everyType() throws -> ManagedObjectModel {
    try ManagedObjectModel("EveryType") {
      Entity("Sample") {
        Attribute("flag", Bool?.self)
        Attribute("small", Int16?.self)
        Attribute("medium", Int32?.self)
        Attribute("large", Int?.self)
        Attribute("wide", Int64?.self)
        Attribute("single", Float?.self)
        Attribute("number", Double?.self)
        Attribute("money", Decimal?.self)
        Attribute("text", String?.self)
        Attribute("moment", Date?.self)
        Attribute("bytes", Data?.self)
        Attribute("identifier", UUID?.self)
        Attribute("link", URL?.self)
        Attribute("zoned", ZonedDate?.self)
        Attribute("format", EveryType.Format?.self)
        Attribute("level", EveryType.Level?.self)
        Attribute("colour", EveryType.Colour?.self)
        Attribute("address", EveryType.Address?.self)
      }
    }
  }

  /// Returns an object in a new context, which the object does not keep alive.
  static func sample() throws -> (context: ManagedObjectContext, object: ManagedObject) {
    let context = ManagedObjectContext(model: try everyType())
    return (context, try context.insert("Sample"))
  }
}

extension Date {
  /// Creates a date by its seconds since the reference date.
  init(_ seconds: Double) { self.init(timeIntervalSinceReferenceDate: seconds) }
}
