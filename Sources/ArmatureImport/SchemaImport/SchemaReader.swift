import Armature
import ArmatureModel

/// Creates entities from the objects of a schema.
final class SchemaReader {
  let file: SchemaFile
  let findings: ImportFindings
  /// The entities, in order of discovery.
  var entities: [SchemaEntity] = []
  /// The entity of each schema.
  private(set) var names: [ObjectIdentifier: String] = [:]
  /// The entities whose schemas also allow values other than objects.
  private(set) var mixedEntities: Set<String> = []
  /// The entities that stand for a choice, with the chosen ones.
  var unions: [SchemaUnion] = []
  /// The alternatives of choices that a key tells apart; empty for other choices.
  var told: [ObjectIdentifier: [SchemaNode]] = [:]
  /// The entities that may be documents of their own: the root, definitions, and targets of references.
  private var standalone: Set<String> = []
  /// The types of identifying values, by entity.
  var identities: [String: AttributeType] = [:]
  /// The name of the attributes for other keys than those of properties; `nil` without such.
  private(set) var keptName: String?
  /// Schemas without a type. They accept values of other types than the type that the model has chosen.
  var untyped = SchemaMentions()
  /// The number of keywords in all rules with schemas.
  var bundleSize = 0
  /// The root, if it describes objects without properties of their own, or a choice between objects.
  private(set) var wholeRoot: SchemaNode?
  private var taken = ImportNames()
  /// The schemas still to be read, in reverse order.
  private var waiting: [(node: SchemaNode, name: String)] = []
  /// The forms already computed: many references can lead to one schema.
  var forms: [ObjectIdentifier: SchemaForm] = [:]
  /// The references currently being followed.
  var followed: Set<ObjectIdentifier> = []
  private var stepCount = 0
  /// Whether each composed schema describes an object.
  private var records: [ObjectIdentifier: Bool] = [:]
  /// Whether each schema is a choice between objects. This is computed after all objects have names.
  private var choices: [ObjectIdentifier: Bool] = [:]

  /// The prefix of schema keywords in user info.
  static let prefix = "schema."
  /// The maximum number of schemas to visit, counted per reference.
  private static let stepLimit = 500_000
  /// The maximum length of a chain of references.
  static let depthLimit = 200
  /// The maximum number of keywords in all rules with schemas.
  static let bundleLimit = 400_000
  /// The maximum number of entities.
  private static let entityLimit = 10_000

  init(_ file: SchemaFile, _ findings: ImportFindings) {
    (self.file, self.findings) = (file, findings)
  }

  /// Reads the entities; `name` names the root unless it has a title.
  func read(name: String) {
    nameRecords(name)
    var index = 0
    var queue = waiting
    waiting = []
    while index < queue.count {
      let (node, name) = queue[index]
      index += 1
      entities.append(readEntity(node, name))
      queue += waiting
      waiting = []
    }
    if names.count >= Self.entityLimit { return }
    addKeptKeys()
    tellWholeFile()
    SchemaHierarchy.build(self)
    if !file.isOurs { dropRepeatedKeys() }
    identifyEntities()
    SchemaInverses.find(in: &entities) { entity, property, inverse in
      if file.isOurs { return }
      findings.note(
        .changedByImport,
        place(of: entity, property),
        " is assumed to be the inverse of \(inverse): setting one sets the other. A schema does "
          + "not declare it: if it is wrong, remove inverse: from both in the model.")
    }
  }

  /// Adds an attribute for the other keys to each entity that may have some.
  private func addKeptKeys() {
    if file.isOurs { return }
    var taken = ImportNames()
    for property in entities.flatMap(\.description.ownProperties) {
      _ = taken.unique(property.name)
    }
    let name = taken.unique("otherKeys")
    keptName = name
    for index in entities.indices {
      if let schema = entities[index].document {
        entities[index].description.rules.append(
          ValidationRule(
            .document(
              name: "\(entities[index].name) matches its schema", schema: schema, others: name),
            site: entities[index].description.site))
      }
      guard entities[index].keepsOthers else { continue }
      var attribute = AttributeDescription(
        name, .json, isOptional: true, site: entities[index].description.site)
      attribute.rules = entities[index].ruleOfOthers.map { [$0] } ?? []
      entities[index].description.ownProperties.append(.attribute(attribute))
    }
  }

  /// Adds notes that apply to most schemas, and notes about a root that is not an entity.
  private func tellWholeFile() {
    untyped.tell(
      self,
      one: "has no \"type\", so values of other types are valid, too. They are rejected here.",
      several:
        "have no \"type\", so values of other types are valid, too. They are rejected here.")
    tellRoot()
  }

  /// The entity of the root, or of the elements of a root that is a list.
  var rootEntity: String? {
    if file.isOurs { return nil }
    let nodes = sequence(first: file.root) { $0["$ref"].flatMap(self.file.target) }
    for node in nodes.prefix(Self.depthLimit) {
      if let name = names[ObjectIdentifier(node)] { return name }
      if let name = node["items"].flatMap({ names[ObjectIdentifier($0)] }) { return name }
    }
    return nil
  }

  /// Adds notes about the keywords of a root that is not an entity and does not refer to one.
  private func tellRoot() {
    if file.isOurs || names[ObjectIdentifier(file.root)] != nil { return }
    if let items = file.root["items"], names[ObjectIdentifier(items)] != nil {
      for member in file.root.members
      where !["type", "items"].contains(member.key) && !Self.remarks.contains(member.key) {
        var subject = SchemaSubject(self, names[ObjectIdentifier(items)] ?? "")
        subject.keep(member, "which is about the list of all records")
      }
      return
    }
    if let target = file.root["$ref"].flatMap(file.target), names[ObjectIdentifier(target)] != nil {
      return
    }
    let words = file.root.members.filter {
      !Self.remarks.contains($0.key) && !SchemaSubject.silent.contains($0.key)
    }
    guard let first = words.first else { return }
    findings.note(
      whole:
        "The root has \(words.map(\.key.quotedForMessage).joined(separator: ", ")), but describes no object with"
        + " properties. It was left out: data is checked only by the other schemas of the file.",
      at: file.documents.texts.site(of: first.offset))
  }

  /// Removes keys that several entities share.
  private func dropRepeatedKeys() {
    var keys = ImportKeys(entities.map(\.name))
    for index in entities.indices {
      let entity = entities[index].description
      guard let key = entity.key else { continue }
      entities[index].description.key = keys.key(key, of: entity.name)
      guard entities[index].description.key == nil else { continue }
      findings.note(
        .changedByImport,
        place(of: entity),
        " has the key \(entity.name.quotedForMessage) in data, since \(key.quotedForMessage) "
          + "belongs to another."
      )
    }
  }

  func place(_ node: SchemaNode) -> ImportFindings.Place { place(at: node.offset) }

  func place(
    at offset: Int, entity: String = "", property: String? = nil
  ) -> ImportFindings.Place {
    ImportFindings.Place(
      entity: entity, property: property, site: file.documents.texts.site(of: offset))
  }

  func place(of entity: EntityDescription, _ property: String? = nil) -> ImportFindings.Place {
    ImportFindings.Place(entity: entity.name, property: property, site: entity.site)
  }

  func site(_ node: SchemaNode) -> DeclarationSite {
    file.documents.texts.site(of: node.offset)
  }

  /// Counts a step; returns false beyond the limit, which is reported once.
  func takeStep(_ node: SchemaNode) -> Bool {
    stepCount += 1
    if stepCount == Self.stepLimit {
      findings.error(
        .tooDeep, place(node),
        " must be made of at most \(Self.stepLimit) schemas, counting each reference, but is "
          + "made of more.")
    }
    return stepCount < Self.stepLimit
  }

  /// Registers a schema as an entity. The entity is read later.
  ///
  /// - Returns: The name of the entity.
  func addEntity(_ node: SchemaNode, _ name: String) -> String {
    if let known = names[ObjectIdentifier(node)] { return known }
    let unique = file.isOurs ? name : taken.unique(name)
    names[ObjectIdentifier(node)] = unique
    if node["type"]?.elements.contains(where: { $0.text != "object" && $0.text != "null" }) ?? false
    {
      mixedEntities.insert(unique)
    }
    if names.count == Self.entityLimit {
      findings.error(
        .tooManyEntities, place(node),
        " must have at most \(Self.entityLimit) entities, but has more.")
    }
    if names.count < Self.entityLimit { waiting.append((node, unique)) }
    return unique
  }

  /// Returns a unique name for an entity without a schema of its own.
  func uniqueName(_ name: String) -> String { taken.unique(name) }

  /// Returns whether the objects of an entity only occur inside of others.
  func isPart(_ entity: String) -> Bool {
    if standalone.contains(entity) { return false }
    guard let union = unions.first(where: { $0.name == entity }) else { return true }
    return standalone.isDisjoint(with: union.members)
  }

  // MARK: Which schemas are entities

  private func nameRecords(_ rootName: String) {
    var candidates: [(node: SchemaNode, name: String)] = []
    if !file.isOurs, isRecord(file.root) {
      let name = file.root["title"]?.text ?? rootName
      candidates.append((file.root, name))
    } else if !file.isOurs, let items = file.root["items"], isRecord(items) {
      // The file is a list of records.
      candidates.append((items, items["title"]?.text ?? ImportNames.singular(rootName)))
    } else if !file.isOurs, isWholeDocument(file.root) {
      wholeRoot = file.root
      _ = addEntity(file.root, file.root["title"]?.text.map(ImportNames.entity) ?? rootName)
    }
    candidates += file.definitions.map { ($0.node, $0.name) }
    candidates += referredRecords()
    let others = candidates.filter { node, name in
      if file.isOurs, node["properties"]?["@store"] != nil { return false }
      guard isRecord(node) else { return true }
      let own = file.isOurs ? node["title"]?.text ?? name : ImportNames.entity(name)
      _ = addEntity(node, own)
      return false
    }
    for (node, name) in others where isChoice(node) { addUnion(node, name) }
    // Schemas visited before may be entities now.
    forms = [:]
    for index in unions.indices {
      let parts = (unions[index].node["anyOf"] ?? unions[index].node["oneOf"])?.elements ?? []
      unions[index].members = parts.flatMap { form(of: $0).targets }
    }
    markToldUnions()
    standalone = Set(names.values)
  }

  /// Returns whether a root describes objects, but no record.
  private func isWholeDocument(_ root: SchemaNode) -> Bool {
    if let target = root["$ref"].flatMap(file.target), isRecord(target) { return false }
    let words = file.words(of: root).filter {
      SchemaBundle.keywords.contains($0.key) || $0.key == "$ref"
    }
    let types = root["type"].map { $0.text.map { [$0] } ?? $0.elements.compactMap(\.text) }
    return !words.isEmpty && types?.contains("object") ?? true
  }

  private func addUnion(_ node: SchemaNode, _ name: String) {
    guard names[ObjectIdentifier(node)] == nil else { return }
    var base = ImportNames.entity(name)
    if file.isOurs {
      base = name.hasSuffix(".any") ? String(name.dropLast(4)) : name
      // Unless the entity is abstract, a definition has its plain name.
      let own = file.definitions.first { $0.name == base }.flatMap {
        names[ObjectIdentifier($0.node)]
      }
      base = own ?? base
    } else {
      base = taken.unique(base)
    }
    names[ObjectIdentifier(node)] = base
    unions.append(SchemaUnion(name: base, node: node))
  }

  /// Returns the objects with properties that are targets of references anywhere.
  private func referredRecords() -> [(node: SchemaNode, name: String)] {
    var found: [(node: SchemaNode, name: String)] = []
    var seen: Set<ObjectIdentifier> = []
    func visit(_ node: SchemaNode) {
      if let reference = node["$ref"], let target = file.target(of: reference),
        seen.insert(ObjectIdentifier(target)).inserted, target["properties"] != nil
      {
        found.append((target, target["title"]?.text ?? Self.name(ofTarget: reference)))
      }
      for member in node.members where !SchemaAddresses.values.contains(member.key) {
        visit(member.node)
      }
      for element in node.elements { visit(element) }
    }
    for document in file.documents.all { visit(document.root) }
    let known = Set(([file.root] + file.definitions.map(\.node)).map(ObjectIdentifier.init))
    return found.filter { !known.contains(ObjectIdentifier($0.node)) }
  }

  /// Returns the name of the schema to which a reference leads: the end of its path, or the name of its file.
  private static func name(ofTarget reference: SchemaNode) -> String {
    let (address, fragment) = SchemaAddresses.parts(of: reference.text ?? "")
    if let last = fragment.split(separator: "/").last { return String(last) }
    let file = address.split(separator: "/").last ?? "Entity"
    return file.split(separator: ".").first.map(String.init) ?? "Entity"
  }

  /// Returns whether a schema describes an object with its own properties.
  private func isRecord(_ node: SchemaNode, depth: Int = 0) -> Bool {
    guard node.isObject, depth < Self.depthLimit else { return false }
    if node["properties"] != nil { return true }
    if node["type"]?.text == "object", node["additionalProperties"]?.bool == false { return true }
    // An object or null.
    let choice = (node["anyOf"] ?? node["oneOf"])?.elements.filter { $0["type"]?.text != "null" }
    if let only = choice?.first, choice?.count == 1, only["$ref"] == nil, !file.isOurs {
      return isRecord(only, depth: depth + 1)
    }
    guard let parts = node["allOf"]?.elements else { return false }
    if let known = records[ObjectIdentifier(node)] { return known }
    // A recursive composition alone does not describe an object.
    records[ObjectIdentifier(node)] = false
    let isRecord = parts.contains { part in
      let target = part["$ref"].flatMap(file.target)
      return self.isRecord(target ?? part, depth: depth + 1)
    }
    records[ObjectIdentifier(node)] = isRecord
    return isRecord
  }

  /// Returns whether a schema is a choice between records.
  private func isChoice(_ node: SchemaNode, depth: Int = 0) -> Bool {
    guard depth < Self.depthLimit else { return false }
    if let known = choices[ObjectIdentifier(node)] { return known }
    let parts = (node["anyOf"] ?? node["oneOf"])?.elements.filter { $0["type"]?.text != "null" }
    guard let parts, parts.count > (file.isOurs ? 0 : 1) else { return false }
    choices[ObjectIdentifier(node)] = false
    let isChoice = parts.allSatisfy { part in
      guard let target = part["$ref"].flatMap(file.target) else { return false }
      return names[ObjectIdentifier(target)] != nil || self.isChoice(target, depth: depth + 1)
    }
    choices[ObjectIdentifier(node)] = isChoice
    return isChoice
  }
}
