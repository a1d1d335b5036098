import Armature
import ArmatureDocuments
import ArmatureModel

/// Records.
extension SchemaReader {
  /// The properties of a record, collected from all parts of its schema.
  private struct Parts {
    var parent: String?
    var properties: [SchemaNode.Member] = []
    var required: [SchemaNode] = []
    var subject: SchemaSubject
    let node: SchemaNode
    var depth = 0
    /// Whether the schema states that the record is an object.
    var hasType = false
    /// The keywords about other keys than those of properties.
    var others: [SchemaNode.Member] = []
    /// Keywords that no declaration expresses, grouped by their schema.
    var rest: [[SchemaNode.Member]] = []
    /// Such keywords of the schema that is being read.
    var pending: [SchemaNode.Member] = []
    /// Whether other schemas that apply to the same record have properties.
    var hasPartsWithProperties = false
    /// Whether only the schema as a whole has the right meaning.
    var needsWhole = false

    /// Requires that members of a document satisfy schemas.
    mutating func requireProperties(_ schemas: SchemaNode) {
      rest.append([
        SchemaNode.Member(key: "properties", offset: schemas.offset, node: schemas)
      ])
    }

    /// Requires that a document has the key of a property that may have no value.
    mutating func requirePresence(of member: SchemaNode.Member) {
      let key = SchemaNode(
        .array([SchemaNode(.string(member.key), at: member.offset)]), at: member.offset)
      rest.append([SchemaNode.Member(key: "required", offset: member.offset, node: key)])
    }
  }

  /// The keys that identify a record.
  private static let recordKeys: Set<String> = ["@id", "@entity"]

  func readEntity(_ node: SchemaNode, _ name: String) -> SchemaEntity {
    if node === wholeRoot { return readWhole(node, name) }
    var parts = Parts(subject: SchemaSubject(self, name), node: node)
    gather(node, into: &parts)
    if !parts.hasType, parts.parent == nil { untyped.add(SchemaSubject(self, name), node) }
    var entity = SchemaEntity(EntityDescription(name, site: site(node)), node)
    entity.description.parent = parts.parent
    entity.description.key = key(of: node, name)
    let required = Set(parts.required.compactMap(\.text))
    var taken = ImportNames()
    var keys: Set<String> = []
    var loose: SchemaLooseness?
    var absences: [(String, JSONValue)] = []
    let limit = 10_000
    for member in parts.properties.prefix(limit) {
      guard keys.insert(member.key).inserted else { continue }
      if Self.recordKeys.contains(member.key) {
        // A load has its own meaning of these keys, and keeps them among the other keys.
        if !file.isOurs {
          parts.requireProperties(SchemaNode(.object([member]), at: member.offset))
          if required.contains(member.key) { parts.requirePresence(of: member) }
        }
        continue
      }
      if file.isOurs, member.node["$comment"]?.text == SchemaBuilder.discriminatorComment {
        entity.description.discriminator = member.key
        let value = member.node["const"]?.json
        if value != .string(name) { entity.description.discriminatorValue = value }
        continue
      }
      let property = propertyName(member, of: name, &taken)
      let isRequired = required.contains(member.key)
      let found = self.property(member, property, name, isRequired: isRequired)
      if let found {
        entity.description.ownProperties.append(found.property)
        entity.description.rules += found.rules
        loose = loose ?? found.looseness
        if let absence = found.absence { absences.append((member.key, absence)) }
        if found.needsPresence { parts.requirePresence(of: member) }
        if found.isNullable { entity.nullable.insert(property) }
      }
    }
    if !file.isOurs { readOthers(&entity, &parts, JSONObject(absences)) }
    entity.required = parts.required.filter { $0.text.map { !keys.contains($0) } ?? false }
    if parts.properties.count > limit {
      findings.error(
        .tooManyProperties, place(at: node.offset, entity: name),
        " must have at most \(limit) properties, but has \(parts.properties.count).")
    }
    if let loose {
      findings.note(
        .changedByImport,
        place(at: loose.offset, entity: name, property: loose.property),
        "\(loose.sentence), and so may others of the record. Here a value is either required, "
          + "or may be"
          + " both missing and null.")
    }
    entity.description.userInfo = parts.subject.userInfo
    return entity
  }

  /// Reads the keywords about other keys than those of properties, and those that only a rule expresses.
  private func readOthers(
    _ entity: inout SchemaEntity, _ parts: inout Parts, _ absences: JSONObject
  ) {
    // A sub-entity inherits the attribute for other keys, with its rule.
    let isChild = parts.parent != nil
    entity.keepsOthers = !isChild
    let patterns = parts.others.filter { $0.key == "patternProperties" }
    // These keywords are about the properties of their own schema, or of those that apply in its place.
    let others = parts.others.filter { !$0.node.isEmptySchema && $0.key != "patternProperties" }
    if !others.isEmpty, isChild || parts.hasPartsWithProperties {
      parts.needsWhole = true
    }
    if parts.others.contains(where: { $0.key == "unevaluatedProperties" && !$0.node.isEmptySchema }
    ),
      !parts.rest.isEmpty || isChild || parts.others.count > 1
    {
      parts.needsWhole = true
    }
    let keys = parts.properties.map(\.key)
    let matchesProperties = patterns.flatMap(\.node.members).contains { pattern in
      guard !pattern.node.isEmptySchema, let pattern = JSONSchema.pattern(pattern.key) else {
        return false
      }
      return keys.contains { pattern.matches($0) }
    }
    if matchesProperties || isChild && !patterns.isEmpty { parts.rest.append(patterns) }
    if isChild, absences.contains(where: { $0.value != true }) {
      parts.requireProperties(SchemaNode(.object(absences)))
    }
    if parts.needsWhole {
      entity.document = schema(of: nil, parts.node, &parts.subject)
    } else if !parts.rest.isEmpty {
      entity.document = schema(of: parts.rest, parts.node, &parts.subject)
    }
    if isChild { return }
    var words: [SchemaNode.Member] = []
    if !parts.needsWhole {
      words = patterns
      if let last = parts.others.last(where: { $0.key != "patternProperties" }) {
        words.append(
          SchemaNode.Member(key: "additionalProperties", offset: last.offset, node: last.node))
      }
    }
    let copy = schema(of: [words.filter { !$0.node.isEmptySchema }], parts.node, &parts.subject)
    var rule = copy?.objectValue ?? JSONObject()
    // A load keeps null and empty arrays of properties among the other keys.
    var own = JSONObject(keys.map { ($0, true) })
    for absence in absences { own[absence.key] = absence.value }
    if !rule.isEmpty || own.contains(where: { $0.value != true }) {
      rule["properties"] = .object(own)
    }
    guard !rule.isEmpty else { return }
    entity.ruleOfOthers = ValidationRule(.schema(.object(rule)), site: site(parts.node))
  }

  /// Returns the entity of a root whose objects have no properties that a model can declare.
  private func readWhole(_ node: SchemaNode, _ name: String) -> SchemaEntity {
    var entity = SchemaEntity(EntityDescription(name, site: site(node)), node)
    var subject = SchemaSubject(self, name)
    entity.keepsOthers = true
    entity.document = schema(of: nil, node, &subject)
    if node["type"]?.text != "object" {
      subject.note(
        node.offset,
        " may be of other types than \"type\": \"object\". They are rejected here, and an array is a list of documents."
      )
    }
    return entity
  }

  /// Returns the key under which a file with several entities lists the records of an entity. Returns `nil` if it is
  /// the name.
  func key(of node: SchemaNode, _ name: String) -> String? {
    if file.isOurs {
      let documents = [file.root] + file.definitions.map(\.node)
      let document = documents.first { $0["properties"]?["@store"] != nil }
      let member = document?["properties"]?.members.first { member in
        let record = member.node["anyOf"]?.elements.last?["$ref"].flatMap(file.target)
        return record.flatMap { names[ObjectIdentifier($0)] } == name
      }
      return member.flatMap { $0.key == name ? nil : $0.key }
    }
    let written = file.definitionNames[ObjectIdentifier(node)]
    return written.flatMap { $0 == name || $0.isEmpty ? nil : $0 }
  }

  /// Returns the name of a property. In schemas that this project has written, the title contains the name if the key
  /// differs from it.
  private func propertyName(
    _ member: SchemaNode.Member, of entity: String, _ taken: inout ImportNames
  ) -> String {
    if file.isOurs { return member.node["title"]?.text ?? member.key }
    return taken.unique(ImportNames.property(member.key, of: entity))
  }

  private func gather(_ node: SchemaNode, into parts: inout Parts) {
    guard takeStep(node), parts.depth < 20 else { return }
    parts.depth += 1
    let outer = parts.pending
    parts.pending = []
    for member in file.words(of: node) { gather(member, into: &parts) }
    // Keywords of one schema may depend on each other.
    if !parts.pending.isEmpty { parts.rest.append(parts.pending) }
    parts.pending = outer
    parts.depth -= 1
  }

  private func gather(_ member: SchemaNode.Member, into parts: inout Parts) {
    let node = member.node
    switch member.key {
    case "properties":
      parts.properties += node.members
      if parts.depth > 1 { parts.hasPartsWithProperties = true }
    case "required": parts.required += node.elements
    case "$ref": gather(reference: node, into: &parts)
    case "allOf":
      for part in node.elements {
        if part.members.count == 1, let reference = part["$ref"] {
          gather(reference: reference, into: &parts)
        } else {
          gather(part, into: &parts)
        }
      }
    case "anyOf", "oneOf":
      let others = node.elements.filter { $0["type"]?.text != "null" }
      // An object or null.
      if others.count == 1 { gather(others[0], into: &parts) } else { keep(member, &parts) }
    case "additionalProperties", "unevaluatedProperties":
      if file.isOurs { return }
      parts.others.append(member)
      if parts.depth > 1, !node.isEmptySchema { parts.needsWhole = true }
    case "patternProperties" where !file.isOurs:
      parts.others.append(member)
      if parts.depth > 1 { parts.needsWhole = true }
    case "type":
      parts.hasType = true
      let others = node.elements.compactMap(\.text).filter { $0 != "object" && $0 != "null" }
      if !others.isEmpty || node.text.map({ $0 != "object" }) ?? false {
        parts.subject.keep(member, "but a record is an object here")
      }
    case "nullable": break
    case _ where Self.remarks.contains(member.key): break
    default: keep(member, &parts)
    }
  }

  /// Keeps a keyword for a rule about the whole document, or in the user info.
  private func keep(_ member: SchemaNode.Member, _ parts: inout Parts) {
    if !file.isOurs, SchemaBundle.keywords.contains(member.key) {
      parts.pending.append(member)
    } else {
      parts.subject.keep(member)
    }
  }

  /// Follows a reference. If it leads to a named record, this becomes the parent. The parts of any other schema are
  /// added.
  private func gather(reference: SchemaNode, into parts: inout Parts) {
    guard let target = target(of: reference) else { return }
    guard let name = names[ObjectIdentifier(target)], name != parts.subject.entity else {
      return gather(target, into: &parts)
    }
    if parts.parent == nil, !unions.contains(where: { $0.name == name }) {
      parts.parent = name
      return
    }
    parts.subject.note(
      reference.offset,
      " is made of \(name.quotedForMessage) and another schema, but can inherit from only one. "
        + "It has the properties of this one itself.")
    gather(target, into: &parts)
  }

  // MARK: What is required elsewhere

  /// Adds rules for properties that another entity than the declaring one requires.
  func addInheritedRequirements() {
    SchemaDescent.visit(self, by: \.key) { index, inherited in
      for node in entities[index].required {
        guard let key = node.text else { continue }
        addRequirement(
          of: inherited[key], key, node, isNullable: inherited.isNullable(key), to: index)
      }
      for property in entities[index].description.ownProperties
      where inherited.requires(property.key) {
        addRequirement(
          of: property, property.key, entities[index].node,
          isNullable: entities[index].nullable.contains(property.name), to: index)
      }
    }
  }

  private func addRequirement(
    of property: PropertyDescription?, _ key: String, _ node: SchemaNode?, isNullable: Bool,
    to index: Int
  ) {
    guard let node else { return }
    let name = entities[index].name
    let place = place(at: node.offset, entity: name, property: key)
    switch property {
    case .attribute(let attribute):
      if file.isOurs, attribute.defaultValue != nil {
        return findings.note(
          .changedByImport, place,
          " is required, but has a default. Here the default replaces a missing value.")
      }
      if !attribute.isOptional { return }
      if isNullable { return requireKey(key, node, of: index) }
      let there = FetchPredicate.comparison(
        .keyPath(FetchPath([attribute.name])), .notEqual, .constant(.null))
      entities[index].description.rules.append(
        ValidationRule(
          .predicate(name: "\(attribute.name) is there", there), site: site(node)))
    case .relationship(let relationship):
      if !relationship.isOptional { return }
      requireKey(key, node, of: index)
    case .fetched, nil:
      // Keys that identify records, and properties of any type, which were reported.
      if Self.recordKeys.contains(key)
        || entities[index].node?["properties"]?[key] != nil
      {
        return
      }
      requireKey(key, node, of: index)
    }
  }
}

extension SchemaReader {
  /// Requires that the documents of an entity have a key that no property of it requires.
  private func requireKey(_ key: String, _ node: SchemaNode, of index: Int) {
    if file.isOurs { return }
    let rule = ValidationRule.Requirement.document(
      name: "\(entities[index].name) has \(key)", schema: ["required": [.string(key)]],
      others: keptName)
    entities[index].description.rules.append(ValidationRule(rule, site: site(node)))
  }
}

/// Values that identify objects.
extension SchemaReader {
  /// The usual keys of identifying values, most likely first.
  private static let usual = ["id", "uuid", "key", "code", "slug", "name"]

  /// Makes an attribute identifying if values refer to the objects of its entity.
  ///
  /// A schema states only the type of such a value. Among the required attributes of this type, one with a usual name
  /// is chosen, and otherwise the first one. If the values are numbers, they can refer to records without an
  /// identifying attribute. In a schema of another program, nothing is chosen: it would be a guess that also requires
  /// unique values.
  func identifyEntities() {
    if !file.isOurs { return }
    for (name, type) in identities.sorted(by: { $0.key < $1.key }) where !type.isInteger {
      guard let index = entities.firstIndex(where: { $0.name == name }) else { continue }
      let places = entities[index].description.ownProperties.indices.filter { place in
        guard let attribute = entities[index].description.ownProperties[place].asAttribute else {
          return false
        }
        return !attribute.isOptional && attribute.type.storage == type.storage
      }
      let properties = places.map { entities[index].description.ownProperties[$0].name }
      let usual = Self.usual.compactMap { properties.firstIndex(of: $0) }.first
      guard let place = usual.map({ places[$0] }) ?? places.first,
        case .attribute(var attribute) = entities[index].description.ownProperties[place]
      else {
        continue
      }
      attribute.isIdentifying = true
      entities[index].description.ownProperties[place] = .attribute(attribute)
      entities[index].description.uniquenessConstraints.append(
        UniquenessConstraint([attribute.name], site: attribute.site))
    }
  }
}
