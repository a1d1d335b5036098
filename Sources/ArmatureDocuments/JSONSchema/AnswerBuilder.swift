import ArmatureModel

/// A builder for the schema of one record and the records in it.
struct AnswerBuilder {
  private let model: ManagedObjectModel
  private let target: AnswerSchema.Target
  private let depth: Int?
  private var builder: SchemaBuilder
  private var definitions: [JSONObject.Member] = []
  private var names: [Kind: String] = [:]
  private(set) var notes: [ModelSchema.Remark] = []

  /// A kind of nested record.
  private struct Kind: Hashable {
    let entity: String
    /// The relationship that leads back to the record around it, and is left out.
    let inverse: String?
    /// True if the record names its entity.
    let isMarked: Bool
    /// The number of records around it, if their depth is limited.
    let level: Int?
  }

  init(_ model: ManagedObjectModel, _ target: AnswerSchema.Target, depth: Int?) {
    (self.model, self.target, self.depth) = (model, target, depth)
    builder = SchemaBuilder(model, root: "#/$defs/")
  }

  /// Returns whether a relationship contains the records of its objects, rather than their identifying values.
  static func nests(_ relationship: RelationshipDescription, in model: ManagedObjectModel) -> Bool {
    relationship.deleteRule == .cascade
      || model[relationship.destination]?.identifyingAttributes.count != 1
  }

  /// Returns the schema of a record that is a whole answer, with all others under `$defs`.
  mutating func root(_ entity: EntityDescription) throws(AnswerSchemaError) -> JSONValue {
    let kind = Kind(entity: entity.name, inverse: nil, isMarked: false, level: 0)
    let node = try record(of: entity, kind, within: [])
    return definitions.isEmpty ? node : node.with("$defs", .object(of: definitions))
  }

  // MARK: Records

  private mutating func record(
    of entity: EntityDescription, _ kind: Kind, within trail: [String]
  ) throws(AnswerSchemaError) -> JSONValue {
    let trail = trail + [entity.name]
    var properties: [JSONObject.Member] = []
    var required: [JSONValue] = []
    let discriminator = model.discriminator(of: entity)
    if let key = discriminator ?? (kind.isMarked ? "@entity" : nil) {
      let value = discriminator == nil ? .string(entity.name) : entity.valueOfDiscriminator
      properties.append(
        JSONObject.Member(
          key: key, value: .members(["type": .string(value.schemaType), "const": value])))
      required.append(.string(key))
    }
    for property in entity.properties where !property.isTransient && property.name != kind.inverse {
      var found: (node: JSONValue, isRequired: Bool)?
      switch property {
      case .attribute(let attribute) where attribute.derivation == nil:
        found = self.attribute(attribute, entity.name)
      case .relationship(let relationship):
        found = try self.relationship(relationship, entity.name, within: trail)
      case .attribute, .fetched: break
      }
      guard let found else { continue }
      properties.append(JSONObject.Member(key: property.key, value: found.node))
      if found.isRequired { required.append(.string(property.key)) }
    }
    if target == .openAI { required = properties.map { .string($0.key) } }
    let first = builder.remarks.count
    let comment = builder.comment(about: entity)
    notes += builder.remarks[first...]
    return JSONValue.members(["type": .string("object")])
      .with("description", comment).with("properties", .object(of: properties))
      .with("required", required.isEmpty ? nil : .array(required))
      .with("additionalProperties", .bool(false))
  }

  private mutating func attribute(
    _ attribute: AttributeDescription, _ entity: String
  ) -> (node: JSONValue, isRequired: Bool)? {
    let first = builder.remarks.count
    let (node, isRequired) = builder.attribute(attribute, entity, [])
    let found = builder.remarks[first...].filter { $0.sentence != JSONValue.lengthRemark }
    notes += found
    var keywords = AnswerKeywords(target, entity, [attribute.name])
    var answer = keywords.restricted(node)
    notes += keywords.notes
    // A missing value is absent, unless only null removes a default.
    if target == .anthropic, !isRequired, attribute.defaultValue == nil {
      answer = answer.withoutNull
    }
    return (answer, isRequired)
  }

  // MARK: Relationships

  private mutating func relationship(
    _ relationship: RelationshipDescription, _ entity: String, within trail: [String]
  ) throws(AnswerSchemaError) -> (node: JSONValue, isRequired: Bool)? {
    guard let destination = model[relationship.destination] else { return nil }
    if relationship.mapKey != nil {
      note(entity, relationship.name, "left out, since an answer has no keys of its own choice")
      return nil
    }
    var end: JSONValue
    if Self.nests(relationship, in: model) {
      let inverse = relationship.inverse.flatMap { destination.property(named: $0)?.asRelationship }
      if relationship.deleteRule != .cascade, inverse?.deleteRule == .cascade {
        note(entity, relationship.name, "left out, since it leads to the owner of the record")
        return nil
      }
      if let depth, trail.count >= depth, relationship.isOptional {
        note(entity, relationship.name, "left out, since the depth is limited to \(depth)")
        return nil
      }
      end = try nested(destination, relationship, within: trail)
    } else {
      guard let identity = destination.identifyingAttributes.first else { return nil }
      var keywords = AnswerKeywords(target, entity, [relationship.name])
      end = keywords.restricted(builder.attribute(identity, destination.name, []).node).withoutNull
        .with("description", .string("The \(identity.name) of a \(destination.name)."))
      note(entity, relationship.name, "each value identifies an existing \(destination.name)")
    }
    let isRequired = !relationship.isOptional
    guard relationship.isToMany else {
      return (isRequired || target == .anthropic ? end : end.orNull, isRequired)
    }
    var node = JSONValue.members(["type": .string("array"), "items": end])
    let (least, most) = (relationship.minimumCount, relationship.maximumCount)
    if relationship.countSeverity == .error {
      if isRequired && least > 0 { node = node.with("minItems", .int(least)) }
      if most > 0 { node = node.with("maxItems", .int(most)) }
      if !isRequired && least > 1 {
        note(entity, relationship.name, "no object, or at least \(least) objects")
      }
    }
    if isRequired, node["minItems"] == nil { node = node.with("minItems", .int(1)) }
    var keywords = AnswerKeywords(target, entity, [relationship.name])
    // The parts are restricted already.
    let bounds = keywords.restricted(node.with("items", JSONValue.object([:])), keepsItems: true)
    notes += keywords.notes
    node = bounds.with("items", end)
    return (isRequired || target == .anthropic ? node : node.orNull, isRequired)
  }

  /// Returns a reference to the records of an entity, or to those of its sub-entities.
  private mutating func nested(
    _ entity: EntityDescription, _ relationship: RelationshipDescription, within trail: [String]
  ) throws(AnswerSchemaError) -> JSONValue {
    let kinds = builder.kinds[entity.name] ?? []
    var references: [JSONValue] = []
    for entity in kinds {
      if trail.contains(entity.name), target == .anthropic, depth.map({ trail.count >= $0 }) ?? true
      {
        throw .recursive(trail + [entity.name])
      }
      let kind = Kind(
        entity: entity.name, inverse: relationship.inverse, isMarked: kinds.count > 1,
        level: depth.map { _ in trail.count })
      references.append(.members(["$ref": .string("#/$defs/" + (try define(entity, kind, trail)))]))
    }
    return references.count == 1 ? references[0] : .members(["anyOf": .array(references)])
  }

  /// Returns the name of the definition of a kind of record, which is made on first use.
  private mutating func define(
    _ entity: EntityDescription, _ kind: Kind, _ trail: [String]
  ) throws(AnswerSchemaError) -> String {
    if let name = names[kind] { return name }
    let base = SchemaNames.component(entity.name)
    let taken = Set(names.values)
    var (name, number) = (base, 2)
    while taken.contains(name) { (name, number) = ("\(base)-\(number)", number + 1) }
    names[kind] = name
    let place = definitions.count
    definitions.append(JSONObject.Member(key: name, value: .null))
    let node = try record(of: entity, kind, within: trail)
    definitions[place] = JSONObject.Member(key: name, value: node)
    return name
  }

  private mutating func note(_ entity: String, _ property: String, _ sentence: String) {
    notes.append(ModelSchema.Remark(entity: entity, property: property, sentence: sentence))
  }
}

extension JSONValue {
  /// The type of a discriminator's value in JSON Schema.
  fileprivate var schemaType: String {
    switch self {
    case .bool: "boolean"
    case .number: "number"
    default: "string"
    }
  }
}
