import ArmatureModel

/// Attributes and relationships.
extension SchemaBuilder {
  /// Returns the schema of an attribute or an element of a composite, and whether its key is required.
  ///
  /// - Parameter path: The names of the enclosing composites.
  mutating func attribute(
    _ attribute: AttributeDescription, _ entity: String, _ path: [String]
  ) -> (node: JSONValue, isRequired: Bool) {
    let path = path + [attribute.name]
    let first = remarks.count
    var node = type(attribute.type, entity, path)
    var schemaCount = 0
    var isPresent = !attribute.isOptional
    for rule in attribute.rules where rule.severity == .error {
      if rule.requirement == .required, rule.condition == nil {
        isPresent = true
      } else if case .schema(let schema) = rule.requirement, rule.condition == nil {
        let place = [entity] + path + ["\(schemaCount)"]
        node = node.with(rule: schema, at: place.joined(separator: "."))
        schemaCount += 1
      } else if let narrower = node.narrowed(by: rule, attribute.type) {
        node = narrower.node
        if let sentence = narrower.remark { note(entity, path.joined(separator: "."), sentence) }
      } else {
        note(entity, path.joined(separator: "."), rule.description)
      }
    }
    if attribute.accepts != nil {
      note(
        entity, path.joined(separator: "."),
        "the Swift type \(attribute.type.swiftName) accepts the value")
    }
    if !isPresent { node = node.orNull }
    let sentences = remarks[first...].filter { $0.property == path.joined(separator: ".") }
    if !sentences.isEmpty {
      node = node.with("$comment", .string(sentences.map(\.sentence).joined(separator: "; ")))
    }
    if path.count == 1, attribute.key ?? attribute.name != attribute.name {
      node = node.with("title", .string(attribute.name))
    }
    var hasDefault = false
    if path.count == 1, let value = attribute.defaultValue {
      hasDefault = true
      if case .constant(let constant) = value {
        node = node.with("default", JSONValue(constant, as: attribute.type))
      }
    }
    return (node, isPresent && !hasDefault)
  }

  /// Returns the schema of a type's values.
  private mutating func type(
    _ type: AttributeType, _ entity: String, _ path: [String]
  ) -> JSONValue {
    if let cases = type.cases {
      let values = cases.map { JSONValue(exactly: $0, as: type) }
      if !values.contains(nil) { return .members(["enum": .array(values.compactMap { $0 })]) }
      note(entity, path.joined(separator: "."), "the value is a case of \(type.swiftName)")
    }
    switch type.storage {
    case .int16, .int32:
      let bounds = type.integerBounds ?? 0...0
      return .members([
        "type": .string("integer"), "minimum": .number(JSONNumber(bounds.lowerBound)),
        "maximum": .number(JSONNumber(bounds.upperBound)),
      ])
    case .int64: return .members(["type": .string("integer"), "format": .string("int64")])
    case .decimal: return .members(["type": .string("number"), "format": .string("decimal")])
    case .double: return .members(["type": .string("number"), "format": .string("double")])
    case .float: return .members(["type": .string("number"), "format": .string("float")])
    case .bool: return .members(["type": .string("boolean")])
    case .string, .enumeration, .transformable: return .members(["type": .string("string")])
    case .url:
      return .members([
        "type": .string("string"), "minLength": .int(1), "format": .string("uri-reference"),
      ])
    case .date, .zonedDate, .calendarDate, .uuid, .data:
      return value(type.storage.swiftName) { ValueForms.node(of: type.storage) }
    case .list(let element):
      return .members(["type": .string("array"), "items": self.type(element, entity, path)])
    case .composite(let elements): return composite(elements, entity, path)
    case .json: return .object([:])
    }
  }

  private mutating func composite(
    _ elements: [AttributeDescription], _ entity: String, _ path: [String]
  ) -> JSONValue {
    var properties: [JSONObject.Member] = []
    var required: [JSONValue] = []
    for element in elements {
      let key = element.key ?? element.name
      let (node, isRequired) = attribute(element, entity, path)
      properties.append(JSONObject.Member(key: key, value: node))
      if isRequired { required.append(.string(key)) }
    }
    return JSONValue.members(["type": .string("object"), "properties": .object(of: properties)])
      .with("required", required.isEmpty ? nil : .array(required))
      .with("additionalProperties", .bool(false))
  }

  /// Returns the schema of a relationship: nested records, or values that identify the objects.
  mutating func relationship(
    _ relationship: RelationshipDescription, _ entity: String
  ) -> (node: JSONValue, isRequired: Bool) {
    guard let destination = model[relationship.destination] else { return (.object([:]), false) }
    // Records at the other end can also create the link.
    let mustBeHere = !relationship.isOptional && relationship.inverse == nil
    if !relationship.isOptional, let inverse = relationship.inverse {
      note(
        entity, relationship.name,
        "at least one \(destination.name), here or by \(inverse) of a \(destination.name)")
    }
    var ends = [record(of: destination)]
    // Parts are always inside of their owners.
    if !relationship.isOwned,
      let reference = identity(of: destination, entity, relationship.name)
    {
      ends.append(reference)
    }
    if let key = relationship.mapKey { return keyed(destination, by: key, mustBeHere) }
    guard relationship.isToMany else {
      let null = mustBeHere ? [] : [JSONValue.members(["type": .string("null")])]
      return (.members(["anyOf": .array(ends + null)]), mustBeHere)
    }
    var node = JSONValue.members([
      "type": mustBeHere ? .string("array") : .array([.string("array"), .string("null")]),
      "items": .members(["anyOf": .array(ends)]),
    ])
    if mustBeHere { node = node.with("minItems", .int(1)) }
    if relationship.minimumCount > 0 || relationship.maximumCount > 0,
      relationship.countSeverity == .error
    {
      let most = relationship.maximumCount > 0 ? "\(relationship.maximumCount)" : "any number"
      let sentence =
        "\(relationship.minimumCount) to \(most) different objects, including those that link back"
      note(entity, relationship.name, sentence)
      node = node.with("$comment", .string(sentence))
    }
    return (node, mustBeHere)
  }

  /// Returns the schema of parts that are the members of one object.
  private mutating func keyed(
    _ destination: EntityDescription, by key: String, _ mustBeHere: Bool
  ) -> (node: JSONValue, isRequired: Bool) {
    var node = JSONValue.members([
      "type": mustBeHere ? .string("object") : .array([.string("object"), .string("null")]),
      "additionalProperties": record(of: destination),
    ])
    if let attribute = destination.property(named: key)?.asAttribute, !attribute.rules.isEmpty {
      node = node.with("propertyNames", self.attribute(attribute, destination.name, []).node)
    }
    if mustBeHere { node = node.with("minProperties", .int(1)) }
    return (node, mustBeHere)
  }

  /// Returns the schema of the value that identifies an object. If the entity has no identifying attribute, this is the
  /// number of the record.
  private mutating func identity(
    of destination: EntityDescription, _ entity: String, _ relationship: String
  ) -> JSONValue? {
    let identifying = destination.identifyingAttributes
    guard identifying.count == 1, let attribute = identifying.first else {
      return .members(["type": .string("integer")])
    }
    switch attribute.type.storage {
    case .int16, .int32, .int64: return .members(["type": .string("integer")])
    case .composite, .list: return nil
    // The valid texts depend on the records.
    default: return type(attribute.type.storage, entity, [relationship])
    }
  }
}
