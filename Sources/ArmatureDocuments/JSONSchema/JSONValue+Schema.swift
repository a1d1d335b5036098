import ArmatureModel

/// Schemas are JSON values whose members keep their order, so that the same model always produces the same text.
extension JSONValue {
  /// Creates an object from pairs.
  static func members(_ pairs: KeyValuePairs<String, JSONValue>) -> JSONValue {
    .object(JSONObject(pairs.map { ($0.key, $0.value) }))
  }

  /// Creates an object from members.
  static func object(of members: [JSONObject.Member]) -> JSONValue {
    .object(JSONObject(members.map { ($0.key, $0.value) }))
  }

  static func int(_ value: Int) -> JSONValue { .number(JSONNumber(value)) }

  /// The members of an object; empty for other values.
  var members: [JSONObject.Member] { objectValue.map(Array.init) ?? [] }

  /// Returns the object with a member added at the end. If the key already exists, its value is replaced.
  func with(_ key: String, _ value: JSONValue?) -> JSONValue {
    guard let value else { return self }
    var object = objectValue ?? JSONObject()
    object[key] = value
    return .object(object)
  }
}
