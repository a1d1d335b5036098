import ArmatureModel

/// A model whose entities and properties keep their numbers, however their names change: what became of what needs
/// no comparison.
package struct SketchedModel: Sendable {
  struct Attribute {
    let number: Int
    var name: String
    var type: AttributeType
    var isOptional = true
    var defaultValue: AttributeValue?
  }

  struct Link {
    let number: Int
    var name: String
    let destination: Int
    var arity: RelationshipDescription.Arity
    let inverse: Int
  }

  struct Entity {
    let number: Int
    var name: String
    var parent: Int?
    var attributes: [Attribute] = []
    var links: [Link] = []
  }

  var entities: [Entity] = []
  private var lastNumber = 0

  mutating func takeNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// The position of the entity of a number.
  func position(_ number: Int) -> Int? { entities.firstIndex { $0.number == number } }

  /// An entity and its ancestors, which come behind it.
  func lineage(_ number: Int) -> [Entity] {
    var lineage: [Entity] = []
    var next: Int? = number
    while let number = next, let position = position(number) {
      lineage.append(entities[position])
      next = entities[position].parent
    }
    return lineage
  }

  /// The attributes of an entity by their numbers, inherited ones, too.
  func attributes(of entity: Int) -> [Int: Attribute] {
    Dictionary(
      uniqueKeysWithValues: lineage(entity).flatMap(\.attributes).map { ($0.number, $0) })
  }

  /// The relationships of an entity by their numbers, inherited ones, too.
  func links(of entity: Int) -> [Int: Link] {
    Dictionary(uniqueKeysWithValues: lineage(entity).flatMap(\.links).map { ($0.number, $0) })
  }

  /// The model; names that were others before have these as their earlier ones.
  func model(after former: SketchedModel?) throws -> ManagedObjectModel {
    var names: [Int: String] = [:]
    for entity in former?.entities ?? [] {
      names[entity.number] = entity.name
      for attribute in entity.attributes { names[attribute.number] = attribute.name }
      for link in entity.links { names[link.number] = link.name }
    }
    func earlier(_ number: Int, _ name: String) -> String? {
      names[number].flatMap { $0 == name ? nil : $0 }
    }
    func name(_ entity: Int) -> String { position(entity).map { entities[$0].name } ?? "" }
    func linkName(_ number: Int) -> String? {
      entities.lazy.flatMap(\.links).first { $0.number == number }?.name
    }
    let descriptions = entities.map { entity in
      EntityDescription(
        entity.name, parent: entity.parent.map(name),
        properties: entity.attributes.map { attribute in
          .attribute(
            AttributeDescription(
              attribute.name, attribute.type, isOptional: attribute.isOptional,
              default: attribute.defaultValue.map { .constant($0) },
              renamingIdentifier: earlier(attribute.number, attribute.name)))
        }
          + entity.links.map { link in
            .relationship(
              RelationshipDescription(
                link.name, to: name(link.destination), link.arity, inverse: linkName(link.inverse),
                renamingIdentifier: earlier(link.number, link.name)))
          },
        renamingIdentifier: earlier(entity.number, entity.name))
    }
    return try ManagedObjectModel("Sketch", entities: descriptions)
  }
}
