package import ArmatureModel

/// A builder for the parts of a schema. It notes the conditions that the parts cannot express.
package struct SchemaBuilder {
  let model: ManagedObjectModel
  private let names: SchemaNames
  /// The names of the entities that have sub-entities.
  private let parents: Set<String>
  /// For each entity, the concrete entities among itself and its sub-entities, in the order of the model.
  let kinds: [String: [EntityDescription]]
  /// The prefix of references to parts.
  private let root: String
  /// The comment that marks the documents of this project's schemas.
  package static let storeComment = "The header of a store's file."
  /// The comment that marks discriminators in this project's schemas.
  package static let discriminatorComment = "The value tells the entity of the record."
  private(set) var remarks: [ModelSchema.Remark] = []
  /// The parts for value types in use, by name.
  private var valueParts: [String: JSONValue] = [:]

  init(_ model: ManagedObjectModel, root: String) {
    self.model = model
    self.root = root
    names = SchemaNames(model)
    parents = Set(model.entities.compactMap(\.parent))
    var kinds: [String: [EntityDescription]] = [:]
    for entity in model.entities where !entity.isAbstract {
      for ancestor in sequence(first: entity, next: { $0.parent.flatMap { model[$0] } }) {
        kinds[ancestor.name, default: []].append(entity)
      }
    }
    self.kinds = kinds
    for sentence in [
      "no key occurs twice in one object",
      "references lead to existing records, and records do not contradict each other",
      "identities are unique, and so are the numbers of records",
      "numbers are exact: integers have at most 64 bits, decimal numbers at most 38 digits, and "
        + "others the range of their type; numbers of single precision are compared after rounding",
      "dates and URLs are valid; a schema checks only their format",
    ] { note("", nil, sentence) }
  }

  /// Returns a reference to a part.
  func reference(to part: String) -> JSONValue { .members(["$ref": .string(root + part)]) }

  /// Returns the schema of the records accepted for an entity.
  func record(of entity: EntityDescription) -> JSONValue {
    reference(to: hasChoice(entity) ? names.any(entity.name) : names[entity.name])
  }

  mutating func note(_ entity: String, _ property: String?, _ sentence: String) {
    remarks.append(ModelSchema.Remark(entity: entity, property: property, sentence: sentence))
  }

  /// Returns a reference to the part for a value type. The part is built when it is first used.
  mutating func value(_ name: String, _ make: () -> JSONValue) -> JSONValue {
    let part = "value." + name
    if valueParts[part] == nil { valueParts[part] = make() }
    return reference(to: part)
  }

  /// Returns the schema of a document. A document is an object with one record, or an array of records, for each
  /// entity.
  func document() -> JSONValue {
    var properties: [JSONObject.Member] = []
    for entity in model.entities {
      let record = record(of: entity)
      let list = JSONValue.members(["type": .string("array"), "items": record])
      properties.append(
        JSONObject.Member(
          key: entity.key ?? entity.name, value: .members(["anyOf": .array([list, record])])))
    }
    properties.append(
      JSONObject.Member(
        key: "@store", value: .members(["$comment": .string(Self.storeComment)])))
    return .members([
      "type": .string("object"), "properties": .object(of: properties),
      "additionalProperties": .bool(false),
    ])
  }

  /// Returns the parts: records of each entity, records of each hierarchy, and value types.
  mutating func definitions() -> [JSONObject.Member] {
    var parts: [JSONObject.Member] = []
    for entity in model.entities {
      if !entity.isAbstract {
        parts.append(JSONObject.Member(key: names[entity.name], value: self.entity(entity)))
      }
      if hasChoice(entity) {
        parts.append(JSONObject.Member(key: names.any(entity.name), value: choice(of: entity)))
      }
    }
    return parts
      + valueParts.sorted { $0.key < $1.key }.map {
        JSONObject.Member(key: $0.key, value: $0.value)
      }
  }

  private func isParent(_ entity: EntityDescription) -> Bool { parents.contains(entity.name) }

  /// Returns whether records must name their entity.
  private func hasChoice(_ entity: EntityDescription) -> Bool {
    entity.isAbstract || isParent(entity)
  }

  /// Returns the schema for records of an entity or its sub-entities. In a record, `@entity` states which one it is.
  private func choice(of entity: EntityDescription) -> JSONValue {
    guard let kinds = kinds[entity.name] else {
      return .members([
        "$comment": .string("No record belongs to this entity."), "not": .object([:]),
      ])
    }
    let key = model.discriminator(of: entity) ?? "@entity"
    return .members([
      "anyOf": .array(
        kinds.map { kind in
          let record = reference(to: names[kind.name])
          return kind.name == entity.name
            ? record : record.with("required", .array([.string(key)]))
        })
    ])
  }

  /// Returns the schema for records of the entity itself.
  private mutating func entity(_ entity: EntityDescription) -> JSONValue {
    var properties: [JSONObject.Member] = []
    var required: [JSONValue] = []
    if let key = model.discriminator(of: entity) {
      properties.append(
        JSONObject.Member(
          key: key,
          value: .members([
            "const": entity.valueOfDiscriminator, "$comment": .string(Self.discriminatorComment),
          ])))
      required.append(.string(key))
    } else if isParent(entity) || entity.parent != nil {
      properties.append(
        JSONObject.Member(key: "@entity", value: .members(["const": .string(entity.name)])))
    }
    properties.append(JSONObject.Member(key: "@id", value: .members(["type": .string("integer")])))
    // Hooks of a class can provide values that the record lacks.
    let hasHook = entity.objectClass != nil
    let mapKeys = model.mapKeys(of: entity)
    for property in entity.properties
    where !property.isTransient && mapKeys[property.name] != true {
      let schema: (node: JSONValue, isRequired: Bool)
      switch property {
      case .attribute(let attribute) where attribute.derivation == nil:
        schema = self.attribute(attribute, entity.name, [])
      case .relationship(let relationship): schema = self.relationship(relationship, entity.name)
      case .attribute, .fetched: continue
      }
      properties.append(JSONObject.Member(key: property.key, value: schema.node))
      if schema.isRequired && !hasHook && mapKeys[property.name] == nil {
        required.append(.string(property.key))
      }
    }
    if hasHook {
      note(
        entity.name, nil, "a value may be missing only if the class \(entity.className) provides it"
      )
    }
    let comment = comment(about: entity)
    return JSONValue.members(["title": .string(entity.name), "type": .string("object")])
      .with("$comment", comment).with("properties", .object(of: properties))
      .with("required", required.isEmpty ? nil : .array(required))
      .with("additionalProperties", .bool(false))
  }

  /// Returns a comment with the rules of an entity, for readers.
  mutating func comment(about entity: EntityDescription) -> JSONValue? {
    let sentences =
      entity.rules.filter { $0.severity == .error }.map(\.description)
      + entity.uniquenessConstraints.filter { $0.severity == .error }.map(\.description)
    for sentence in sentences { note(entity.name, nil, sentence) }
    return sentences.isEmpty ? nil : .string(sentences.joined(separator: "; "))
  }
}

/// The names of a schema's parts, made of letters, digits, `_` and `-`.
struct SchemaNames {
  private var names: [String: String] = [:]

  init(_ model: ManagedObjectModel) {
    var taken: Set<String> = []
    for entity in model.entities {
      let base = Self.component(entity.name)
      var name = base
      var number = 2
      while !taken.insert(name).inserted {
        name = "\(base)-\(number)"
        number += 1
      }
      names[entity.name] = name
    }
  }

  /// Returns the name of the part for an entity's own records.
  subscript(entity: String) -> String { names[entity] ?? Self.component(entity) }

  /// Returns the name of the part for records of an entity and its sub-entities. Entity names contain no dot.
  func any(_ entity: String) -> String { self[entity] + ".any" }

  /// Returns a text as the name of a part.
  static func component(_ text: String) -> String {
    let name = String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          switch scalar {
          case "a"..."z", "A"..."Z", "0"..."9", "_", "-": scalar
          default: "_"
          }
        }))
    return name.isEmpty ? "_" : name
  }
}

/// The text formats of values.
package enum ValueForms {
  private static let year = "(?:[0-9]{4}|\\+[0-9]{6}|-(?!000000)[0-9]{6})"
  /// A valid month and day. 29 February is accepted in any year.
  private static let monthAndDay =
    "(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)"
    + "|02-(?:0[1-9]|[12][0-9]))"
  private static let time = "(?:[01][0-9]|2[0-3]):[0-5][0-9]:(?:[0-5][0-9]|60)(?:\\.[0-9]+)?"
  private static let offset = "(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])"

  /// Returns the schema of a type.
  package static func node(of type: AttributeType) -> JSONValue {
    switch type {
    case .date:
      text("\(year)-\(monthAndDay)(?:[Tt ]\(time)\(offset)?)?", "2026-11-22T09:30:00Z, or a day")
    case .zonedDate:
      text(
        "\(year)-\(monthAndDay)[Tt ]\(time)\(offset)(?:\\[[^\\]]+\\])?",
        "2026-11-22T09:30:00+01:00, with the name of a zone in brackets if one is known")
    case .calendarDate: text("[0-9]{4}-\(monthAndDay)", "2026-11-22", format: "date")
    case .uuid:
      text(
        "[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}",
        "a UUID of either case", format: "uuid")
    default:
      text(
        "(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?",
        "bytes in Base64 with padding"
      ).with("contentEncoding", .string("base64"))
    }
  }

  private static func text(_ pattern: String, _ comment: String, format: String? = nil) -> JSONValue
  {
    JSONValue.members(["type": .string("string"), "pattern": .string("^\(pattern)$")])
      .with("format", format.map(JSONValue.string)).with("$comment", .string(comment))
  }
}
