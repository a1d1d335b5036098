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

/// Composites that are `Codable`. Each element is encoded under its name, so such a type declares only its elements.
///
/// ```swift
/// struct Size: CompositeValue, Codable {
///   var width, height: Double
///   static var elements: [AttributeDescription] {
///     Attribute("width", Double.self).range(0...)
///     Attribute("height", Double.self).range(0...)
///   }
/// }
/// ```
extension CompositeValue where Self: Codable {
  /// Decodes a value from its elements. Returns `nil` if a required element is missing.
  public init?(elements: [String: AttributeValue]) {
    do {
      try self.init(from: ElementDecoder(elements: elements))
    } catch {
      return nil
    }
  }

  /// Encodes the elements, by name.
  ///
  /// An element of an unsupported type is a programmer error and traps.
  public var elementValues: [String: AttributeValue] {
    let encoder = ElementEncoder()
    do {
      try encode(to: encoder)
    } catch {
      programmerError(
        "\(Self.self) must give its elements by encode(to:), but that threw \(error).")
    }
    return encoder.elements
  }
}

/// Encodes a composite into its elements.
private final class ElementEncoder: Encoder {
  var elements: [String: AttributeValue] = [:]
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(ElementEncoding<Key>(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { reject() }
  func singleValueContainer() -> any SingleValueEncodingContainer { reject() }

  func reject() -> Never {
    programmerError(
      "A composite must encode its elements by their names, but encodes something else. Write its "
        + "elementValues.")
  }
}

private struct ElementEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: ElementEncoder
  var codingPath: [any CodingKey] { [] }

  private func put(_ value: some Encodable, _ key: Key) throws {
    guard let value = value as? any AttributeConvertible else {
      throw EncodingError.invalidValue(
        value, .init(codingPath: [key], debugDescription: "no attribute has a \(type(of: value))"))
    }
    encoder.elements[key.stringValue] = value.attributeValue
  }

  func encodeNil(forKey key: Key) {}
  func encode(_ value: Bool, forKey key: Key) throws { try put(value, key) }
  func encode(_ value: String, forKey key: Key) throws { try put(value, key) }
  func encode(_ value: Double, forKey key: Key) throws { try put(value, key) }
  func encode(_ value: Float, forKey key: Key) throws { try put(value, key) }
  func encode(_ value: Int, forKey key: Key) throws { try put(value, key) }
  func encode(_ value: Int8, forKey key: Key) throws { try put(value, key) }
  func encode(_ value: Int16, forKey key: Key) throws { try put(value, key) }
  func encode(_ value: Int32, forKey key: Key) throws { try put(value, key) }
  func encode(_ value: Int64, forKey key: Key) throws { try put(value, key) }
  func encode(_ value: UInt, forKey key: Key) throws { try put(value, key) }
  func encode(_ value: UInt8, forKey key: Key) throws { try put(value, key) }
  func encode(_ value: UInt16, forKey key: Key) throws { try put(value, key) }
  func encode(_ value: UInt32, forKey key: Key) throws { try put(value, key) }
  func encode(_ value: UInt64, forKey key: Key) throws { try put(value, key) }
  func encode(_ value: some Encodable, forKey key: Key) throws { try put(value, key) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> { encoder.reject() }
  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { encoder.reject() }
  func superEncoder() -> any Encoder { encoder.reject() }
  func superEncoder(forKey key: Key) -> any Encoder { encoder.reject() }
}

/// Decodes a composite from its elements.
private struct ElementDecoder: Decoder {
  let elements: [String: AttributeValue]
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(ElementDecoding<Key>(elements: elements))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Self.refusal }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { throw Self.refusal }

  static var refusal: DecodingError {
    .dataCorrupted(.init(codingPath: [], debugDescription: "elements are decoded by their names"))
  }
}

private struct ElementDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let elements: [String: AttributeValue]
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { elements.keys.compactMap(Key.init(stringValue:)) }

  private func get<Value>(_ type: Value.Type, _ key: Key) throws -> Value {
    let value = elements[key.stringValue] ?? .null
    guard let type = type as? any AttributeConvertible.Type,
      let made = type.init(attributeValue: value) as? Value
    else { throw ElementDecoder.refusal }
    return made
  }

  func contains(_ key: Key) -> Bool { elements[key.stringValue].map { !$0.isNull } ?? false }
  func decodeNil(forKey key: Key) -> Bool { !contains(key) }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try get(type, key) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try get(type, key) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try get(type, key) }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try get(type, key) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try get(type, key) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try get(type, key) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try get(type, key) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try get(type, key) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try get(type, key) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try get(type, key) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try get(type, key) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try get(type, key) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try get(type, key) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try get(type, key) }
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try get(type, key)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> { throw ElementDecoder.refusal }
  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw ElementDecoder.refusal
  }
  func superDecoder() throws -> any Decoder { throw ElementDecoder.refusal }
  func superDecoder(forKey key: Key) throws -> any Decoder { throw ElementDecoder.refusal }
}
