extension Dictionary: PropertyConvertible where Key == String, Value: JSONConvertible {}

/// A map of values by text is an attribute with JSON values. Its object has the keys of the map.
///
/// ```swift
/// let model = try ManagedObjectModel("Shop") {
///   Entity("Product") { Attribute("stock", [String: Int].self).default([:]) }
/// }
/// let context = ManagedObjectContext(model: model)
/// let product = try context.insert("Product")
/// product.stock = ["red": 3, "blue": 0]
/// let stock: [String: Int]? = product.stock
/// print(stock?["red"] ?? 0)  // 3
/// print(try context.count("Product", where: { $0.stock.red > 2 }))  // 1
/// ```
/// The model adds a rule with the ``JSONConvertible/jsonSchema`` of the map. In loaded data, a value of another type is a
/// failure at its place. Loaded maps keep the order of their keys until you set them. A map that you set is sorted by
/// its keys.
extension Dictionary: AttributeConvertible where Key == String, Value: JSONConvertible {
  /// A JSON value.
  public static var attributeType: AttributeType { .json }

  /// The empty map.
  public static var standIn: [String: Value]? { [:] }

  /// Creates the value from a JSON object with valid values.
  public init?(attributeValue value: AttributeValue) {
    guard case .json(let value) = value else { return nil }
    self.init(jsonValue: value)
  }

  /// The map as an attribute stores it.
  public var attributeValue: AttributeValue { .json(jsonValue) }
}

extension Dictionary: JSONConvertible where Key == String, Value: JSONConvertible {
  /// The schema of an object whose members have the schema of the values.
  public static var jsonSchema: JSONValue {
    ["type": "object", "additionalProperties": Value.jsonSchema]
  }

  /// Creates the value from an object with valid values.
  public init?(jsonValue: JSONValue) {
    guard case .object(let members) = jsonValue else { return nil }
    self.init(minimumCapacity: members.count)
    for member in members {
      guard let value = Value(jsonValue: member.value) else { return nil }
      self[member.key] = value
    }
  }

  /// The map in JSON, sorted by its keys.
  public var jsonValue: JSONValue {
    .object(JSONObject(sorted { $0.key < $1.key }.map { ($0.key, $0.value.jsonValue) }))
  }
}

extension AttributeConvertible {
  /// The schema of a type with maps, which says more than the type that stores it; `nil` for other types.
  package static var mapSchema: JSONValue? {
    let type = attributeType
    guard type == .json, let map = Base.self as? any JSONConvertible.Type,
      map.jsonSchema != type.jsonSchema
    else { return nil }
    return map.jsonSchema
  }
}
