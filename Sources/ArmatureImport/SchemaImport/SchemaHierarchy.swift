import Armature
import ArmatureModel

/// Resolves inheritance: each choice between entities becomes a parent with their common declarations.
struct SchemaHierarchy {
  private let reader: SchemaReader
  private var places: [String: Int] = [:]
  /// For each choice, the names of its entities.
  private var members: [String: Set<String>] = [:]

  static func build(_ reader: SchemaReader) {
    var hierarchy = SchemaHierarchy(reader: reader)
    hierarchy.addUnions()
    hierarchy.raiseDiscriminators()
    hierarchy.dropInherited()
    reader.addInheritedRequirements()
  }

  private init(reader: SchemaReader) {
    self.reader = reader
    places = Dictionary(
      reader.entities.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  private mutating func addUnions() {
    for union in reader.unions where places[union.name] == nil {
      places[union.name] = reader.entities.count
      var description = EntityDescription(
        union.name, isAbstract: true, site: reader.site(union.node))
      if reader.file.isOurs { description.key = reader.key(of: union.node, union.name) }
      reader.entities.append(SchemaEntity(description, nil))
    }
    for union in reader.unions { members[union.name] = Set(union.members) }
    // Small choices come first because a larger one can contain them. Of equal ones, the later is the special case.
    let sorted = reader.unions.enumerated().sorted {
      (Set($0.element.members).count, -$0.offset) < (Set($1.element.members).count, -$1.offset)
    }
    for (_, union) in sorted { addChildren(of: union) }
  }

  private mutating func addChildren(of union: SchemaUnion) {
    guard let parent = places[union.name] else { return }
    let own = Set(union.members).union([union.name])
    var children: [Int] = []
    for name in union.members where name != union.name {
      guard let place = places[name] else { continue }
      let top = self.top(of: place)
      if top == parent || children.contains(top) { continue }
      // This choice must include the topmost ancestor, or all of its members.
      let topName = reader.entities[top].name
      guard own.contains(topName) || (members[topName]?.isSubset(of: own) ?? false),
        self.top(of: parent) != top
      else {
        let entity = reader.entities[place]
        reader.findings.note(
          .changedByImport, reader.place(at: union.node.offset, entity: entity.name),
          " is one of \(union.name.quotedForMessage), but inherits from \(reader.entities[top].name.quotedForMessage)"
            + " and cannot inherit from both. A relationship to \(union.name.quotedForMessage) "
            + "does not lead to it here."
        )
        continue
      }
      reader.entities[top].description.parent = union.name
      children.append(top)
    }
    if !children.isEmpty, !union.isTold { tellChoice(union) }
    if reader.entities[parent].node == nil { moveCommon(of: children, to: parent) }
  }

  /// Notes that documents from other programs lack the key that selects the entity.
  private func tellChoice(_ union: SchemaUnion) {
    let discriminator = union.node["discriminator"]
    // A property keeps its discriminator, which is reported there.
    let isToldElsewhere =
      discriminator != nil && reader.names[ObjectIdentifier(union.node)] == nil
    if reader.file.isOurs || isToldElsewhere { return }
    let key = discriminator?["propertyName"]?.text.map { "has \($0.quotedForMessage) for that" }
    reader.findings.note(
      .changedByImport, reader.place(at: union.node.offset, entity: union.name),
      " is one of several entities, and a record must name its entity in \"@entity\". The schema"
        + " \(key ?? "does not require this key"), so documents that it allows are rejected "
        + "without one."
    )
  }

  /// Declares each discriminator in the topmost ancestor, from which the other entities inherit it.
  private func raiseDiscriminators() {
    for index in reader.entities.indices {
      guard let key = reader.entities[index].description.discriminator else { continue }
      let top = top(of: index)
      if top == index { continue }
      reader.entities[index].description.discriminator = nil
      reader.entities[top].description.discriminator = key
    }
  }

  /// Returns the topmost ancestor of an entity.
  private func top(of place: Int) -> Int {
    var (top, steps) = (place, 0)
    while let parent = reader.entities[top].description.parent.flatMap({ places[$0] }),
      steps < reader.entities.count
    {
      top = parent
      steps += 1
    }
    return top
  }

  /// Moves the declarations that all children share to their parent.
  private func moveCommon(of children: [Int], to parent: Int) {
    guard let first = children.first else { return }
    let others = children.dropFirst()
    let model = reader.entities[first].description
    let common = model.ownProperties.filter { property in
      others.allSatisfy { reader.entities[$0].description.ownProperties.contains(property) }
    }
    let names = Set(common.map(\.name))
    let rules = model.rules.filter { rule in
      // A rule moves only together with the properties that it reads.
      guard case .predicate(_, let condition) = rule.requirement,
        names.isSuperset(of: condition.properties)
      else { return false }
      return others.allSatisfy { reader.entities[$0].description.rules.contains(rule) }
    }
    reader.entities[parent].description.ownProperties = common
    reader.entities[parent].description.rules = rules
    let ruleSet = Set(rules)
    for child in children {
      reader.entities[child].description.ownProperties.removeAll { names.contains($0.name) }
      reader.entities[child].description.rules.removeAll { ruleSet.contains($0) }
    }
  }

  /// Removes declarations that an entity also inherits.
  private func dropInherited() {
    SchemaDescent.visit(reader, by: \.name) { place, inherited in
      let entity = reader.entities[place]
      if entity.description.parent == nil { return }
      reader.entities[place].description.rules.removeAll { inherited.rules.contains($0) }
      reader.entities[place].description.ownProperties = entity.description.ownProperties.filter {
        property in
        guard let other = inherited[property.name] else { return true }
        if other != property {
          reader.findings.note(
            .changedByImport,
            ImportFindings.Place(
              entity: entity.name, property: property.name, site: property.site),
            " is declared again, differently from the inherited declaration. The inherited one "
              + "is used here."
          )
        }
        return false
      }
    }
  }
}

/// An entity as the schema declares it, before inheritance is resolved.
struct SchemaEntity {
  var description: EntityDescription
  /// The required keys whose properties are declared elsewhere, with their positions.
  var required: [SchemaNode] = []
  /// Whether a record may have other keys than its properties.
  var keepsOthers = false
  /// The rule about the other keys and their values.
  var ruleOfOthers: ValidationRule?
  /// The schema of the record as a document; `nil` if its properties say everything.
  var document: JSONValue?
  /// The names of the properties that may be null.
  var nullable: Set<String> = []
  /// The schema; `nil` for a choice between entities.
  let node: SchemaNode?

  init(_ description: EntityDescription, _ node: SchemaNode?) {
    (self.description, self.node) = (description, node)
  }

  var name: String { description.name }
}

/// An entity for a choice between other entities.
struct SchemaUnion {
  let name: String
  /// The schema that states the choice.
  let node: SchemaNode
  /// The entities to choose from, once they are known.
  var members: [String] = []
  /// Whether the values of a required key tell the entity of a record.
  var isTold = false
}
