import ArmatureModel

/// A model whose entities and properties keep their numbers when they are renamed, so that no comparison is needed to
/// identify them.
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

  /// Returns the index of an entity with a number.
  func position(_ number: Int) -> Int? { entities.firstIndex { $0.number == number } }

  /// Returns an entity followed by its ancestors.
  func lineage(_ number: Int) -> [Entity] {
    var lineage: [Entity] = []
    var next: Int? = number
    while let number = next, let position = position(number) {
      lineage.append(entities[position])
      next = entities[position].parent
    }
    return lineage
  }

  /// Returns the attributes of an entity by number, including inherited ones.
  func attributes(of entity: Int) -> [Int: Attribute] {
    Dictionary(
      uniqueKeysWithValues: lineage(entity).flatMap(\.attributes).map { ($0.number, $0) })
  }

  /// Returns the relationships of an entity by number, including inherited ones.
  func links(of entity: Int) -> [Int: Link] {
    Dictionary(uniqueKeysWithValues: lineage(entity).flatMap(\.links).map { ($0.number, $0) })
  }

  /// Returns the model, in which renamed declarations have their former names as earlier ones.
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
