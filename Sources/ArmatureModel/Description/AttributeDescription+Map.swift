#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension AttributeDescription {
  /// The name of the Swift type of a declaration, without an optional. It is a map if a rule has a map's schema.
  package var swiftName: String { mapName ?? type.swiftName }

  /// The name of the Swift type if it is a map.
  package var mapName: String? { mapRule?.name }

  /// The rules without the one that the Swift type adds.
  package var declaredRules: [ValidationRule] {
    var rules = rules
    if let mapRule { rules.remove(at: mapRule.index) }
    return rules
  }

  /// The rule that a map of values adds, and the name of the map.
  private var mapRule: (index: Int, name: String)? {
    guard type == .json else { return nil }
    for (index, rule) in rules.enumerated() where rule.severity == .error && rule.message == nil {
      guard rule.condition == nil, case .schema(let schema) = rule.requirement,
        let name = Self.swiftName(ofMap: schema)
      else { continue }
      return (index, name)
    }
    return nil
  }

  /// Returns the name of the map with a schema.
  private static func swiftName(ofMap schema: JSONValue) -> String? {
    guard let object = schema.objectValue, object.count == 2, object["type"] == "object" else {
      return nil
    }
    return object["additionalProperties"].flatMap(swiftName(ofValue:)).map { "[String: \($0)]" }
  }

  /// Returns the name of the type of a map's values.
  private static func swiftName(ofValue schema: JSONValue) -> String? {
    if let simple = simpleNames[schema] { return simple }
    if let name = swiftName(ofMap: schema) { return name }
    if let object = schema.objectValue, object.count == 2, object["type"] == "array" {
      return object["items"].flatMap(swiftName(ofValue:)).map { "[\($0)]" }
    }
    guard let object = schema.objectValue, object.count == 1,
      let choices = object["anyOf"]?.arrayValue, choices.count == 2, choices[1] == ["type": "null"]
    else { return nil }
    return swiftName(ofValue: choices[0]).map { "\($0)?" }
  }

  private static let simpleNames: [JSONValue: String] = {
    let types: [any JSONConvertible.Type] = [
      Bool.self, Int16.self, Int32.self, Int.self, Float.self, Double.self, Decimal.self,
      String.self, JSONValue.self,
    ]
    return Dictionary(types.map { ($0.jsonSchema, $0.attributeType.swiftName) }) { first, _ in first
    }
  }()
}
