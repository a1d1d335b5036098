import Armature
import ArmatureDocuments
import ArmatureModel

/// Proposes entities for the records of examples.
///
/// A proposal never changes or rejects the examples. Each declaration that is more than their types is verified with all
/// values, and noted with its evidence.
struct ExamplePlanner {
  let tables: [ExampleTable]
  let findings: ImportFindings
  var entities: [Entity] = []
  /// The relationships between records, which get their inverses at the end.
  var references: [Reference] = []
  private var names = ImportNames()

  /// The user info with the evidence for a declaration, for people.
  static let noteKey = SwiftSource.noteKey
  /// The maximum number of entities. Further objects become JSON values.
  private static let mostEntities = 1_000

  /// An entity under construction.
  struct Entity {
    var description: EntityDescription
    /// The names that are used.
    var names = ImportNames()
    /// The position of the table with the records. It is `nil` for objects that belong to others.
    var table: Int?
    /// The first file with the objects; `nil` without a file.
    let file: String?
    /// The keys that lead from the record to the objects, the last one being that of the entity.
    let path: [String]
  }

  /// A relationship to records of a table, by their identity.
  struct Reference {
    /// The position of the entity, and of the property in it.
    let entity, property: Int
    let table: Int
  }

  init(_ tables: [ExampleTable], _ findings: ImportFindings) {
    (self.tables, self.findings) = (tables, findings)
    let names = Set(tables.map { $0.entityName.lowercased() })
    for table in tables { table.otherNames = names.subtracting([table.entityName.lowercased()]) }
  }

  /// Makes the entities of all tables.
  mutating func plan() {
    for index in tables.indices {
      let table = tables[index]
      let name = uniqueName(table.entityName, key: table.key)
      entities.append(
        Entity(
          description: EntityDescription(name), table: index, file: table.files.first, path: []))
    }
    for index in tables.indices {
      let table = tables[index]
      let name = entities[index].description.name
      if table.layout == .records, table.key != name { entities[index].description.key = table.key }
      note(table, index)
      addProperties(of: table.object, to: index)
    }
    addInverses()
  }

  /// Returns a name that no entity has, as its name or as its key.
  private mutating func uniqueName(_ base: String, key: String?) -> String {
    var name = names.unique(base)
    while name != key, tables.contains(where: { $0.key == name }) { name = names.unique(base) }
    return name
  }

  private mutating func note(_ table: ExampleTable, _ index: Int) {
    var text = "Proposed from \(table.phrase) in \(table.fileNames)."
    if table.object.count == 1 {
      text += " With a single record, each key of it counts as required."
      guess(index, nil, " is proposed from one record only, so each key of it is required.")
    }
    entities[index].description.userInfo[Self.noteKey] = text
  }

  /// Adds a note about a guess.
  func guess(_ entity: Int, _ property: String?, _ text: String) {
    var place = ImportFindings.Place(
      entity: entities[entity].description.name, property: property,
      position: TextPosition(line: 0, column: 0))
    place.file = entities[entity].file
    findings.note(.guessedFromExamples, place, text)
  }

  // MARK: Properties

  private mutating func addProperties(of object: ExampleObject, to index: Int) {
    // A generated name must not be a key of the data either.
    let keys = Set(object.members.map(\.key))
    let entity = entities[index].description.name
    let named = object.members.map { member in
      let proposed = name(of: member, in: index)
      var name = entities[index].names.unique(ImportNames.property(proposed, of: entity))
      while name != member.key, keys.contains(name) { name = entities[index].names.unique(name) }
      return (member, name)
    }
    for key in keys { entities[index].names.take(key) }
    for (member, name) in named { add(member, named: name, of: object, to: index) }
  }

  /// Returns the text for the name of a property. For a reference, it is the key without an ending like `_id`.
  private func name(of member: ExampleObject.Member, in entity: Int) -> String {
    table(of: member, in: entity) == nil ? member.key : Self.stem(of: member.key)
  }

  private mutating func add(
    _ member: ExampleObject.Member, named name: String, of object: ExampleObject, to index: Int
  ) {
    let shape = member.shape
    let key = member.key == name ? nil : member.key
    let isOptional = shape.count < object.count || shape.nullCount > 0
    if let table = table(of: member, in: index) {
      let isMany = shape.lists != nil
      references.append(
        Reference(
          entity: index, property: entities[index].description.ownProperties.count, table: table))
      append(
        .relationship(
          RelationshipDescription(
            name, to: entities[table].description.name, isMany ? .ordered : .toOne,
            isOptional: isOptional || isMany, key: key,
            userInfo: info("A guess: \(referenceNote(of: shape, to: table))", shape, of: object))),
        to: index)
      guess(
        index, name,
        " leads to \(entities[table].description.name): \(referenceNote(of: shape, to: table))")
      return
    }
    var kind = ExampleKind(of: shape, at: entities[index].path + [member.key])
    if case .part = kind, entities.count >= Self.mostEntities { kind = .json("too many entities") }
    switch kind {
    case .part(let part, let isMany):
      addPart(
        part, member, named: name, isMany: isMany, isOptional: isOptional || isMany, object,
        to: index)
    case .value(let type):
      addValue(type, member, named: name, isOptional: isOptional, object, to: index)
    case .list(let type):
      let longest = shape.lists?.longest ?? 0
      let attribute = AttributeDescription(
        name, .list(type), isOptional: isOptional, key: key,
        userInfo: info("Up to \(longest) \(longest == 1 ? "value" : "values").", shape, of: object))
      append(.attribute(attribute), to: index)
    case .composite(let composite):
      let attribute = AttributeDescription(
        name, .composite(elements(of: composite, in: name)), isOptional: isOptional, key: key,
        userInfo: info(nil, shape, of: object))
      append(.attribute(attribute), to: index)
    case .json(let reason):
      let attribute = AttributeDescription(
        name, .json, isOptional: isOptional, key: key,
        userInfo: info("Any JSON: the examples have \(reason).", shape, of: object))
      append(.attribute(attribute), to: index)
      guess(index, name, " may be any JSON value: the examples have \(reason).")
    }
  }

  mutating func append(_ property: PropertyDescription, to index: Int) {
    entities[index].description.ownProperties.append(property)
  }

  /// Returns the user info with a note, and with the number of records that have no value.
  private func info(
    _ text: String?, _ shape: ExampleShape, of object: ExampleObject
  ) -> [String: String] {
    let present = shape.count - shape.nullCount
    let parts = [
      text, present < object.count ? "In \(present) of \(object.count) records." : nil,
    ].compactMap(\.self)
    return parts.isEmpty ? [:] : [Self.noteKey: parts.joined(separator: " ")]
  }

  private mutating func addValue(
    _ type: AttributeType, _ member: ExampleObject.Member, named name: String, isOptional: Bool,
    _ object: ExampleObject, to index: Int
  ) {
    let shape = member.shape
    var attribute = AttributeDescription(
      name, type, isOptional: isOptional, key: member.key == name ? nil : member.key,
      userInfo: info(shape.rangeNote(as: type), shape, of: object))
    if let table = entities[index].table, tables[table].identity?.shape === shape {
      attribute.isIdentifying = true
      entities[index].description.uniquenessConstraints = [UniquenessConstraint([name])]
      guess(
        index, name,
        " identifies the objects: "
          + (object.count == 1
            ? "its key is usual for this." : "its \(object.count) values are all different."))
    } else if type == .string, object.count >= 8, let choices = shape.texts.choices,
      choices.count > 1, shape.texts.count >= choices.count * 3
    {
      let values = choices.map(\.text).sorted()
      attribute.rules = [ValidationRule(.membership(values.map(AttributeValue.string)))]
      guess(
        index, name,
        " must be one of \(values.map(\.quotedForMessage).joined(separator: ", ")): the "
          + "\(shape.texts.count) texts have no other value.")
    }
    append(.attribute(attribute), to: index)
  }

  private func elements(of object: ExampleObject, in owner: String) -> [AttributeDescription] {
    var names = ImportNames()
    let keys = Set(object.members.map(\.key))
    return object.members.map { member in
      var name = names.unique(ImportNames.property(member.key, of: owner))
      while name != member.key, keys.contains(name) { name = names.unique(name) }
      return AttributeDescription(
        name, member.shape.scalarType ?? .json, key: member.key == name ? nil : member.key)
    }
  }

  /// Adds a relationship to objects that belong to the record, and their entity.
  private mutating func addPart(
    _ part: ExampleObject, _ member: ExampleObject.Member, named name: String, isMany: Bool,
    isOptional: Bool, _ object: ExampleObject, to index: Int
  ) {
    let owner = entities[index].description.name
    let word = ImportNames.entity(member.key)
    let partName = uniqueName(owner + (isMany ? ImportNames.singular(word) : word), key: nil)
    let place = entities.count
    entities.append(
      Entity(
        description: EntityDescription(partName), file: entities[index].file,
        path: entities[index].path + [member.key]))
    addProperties(of: part, to: place)
    let longest = member.shape.lists?.longest ?? 0
    var relationship = RelationshipDescription(
      name, to: partName, isMany ? .ordered : .toOne, onDelete: .cascade, isOptional: isOptional,
      key: member.key == name ? nil : member.key,
      userInfo: info(
        isMany ? "Up to \(longest) \(longest == 1 ? "object" : "objects")." : nil, member.shape,
        of: object))
    relationship.isOwned = true
    append(.relationship(relationship), to: index)
  }
}

extension ExampleShape {
  /// A sentence about the smallest and largest of the values; `nil` without bounds.
  fileprivate func rangeNote(as type: AttributeType) -> String? {
    switch type {
    case .int64, .double, .decimal:
      guard let range = numbers.range else { return nil }
      return range.least == range.most
        ? "Always \(range.least)." : "From \(range.least) to \(range.most)."
    case .string:
      return "Up to \(texts.longest) \(texts.longest == 1 ? "character" : "characters")."
    default:
      guard let range = texts.dates else { return nil }
      return range.least == range.most ? nil : "From \(range.least) to \(range.most)."
    }
  }
}
