import Armature
import ArmatureModel

/// Values that stand for objects.
extension SchemaReader {
  /// The keys that most likely have such values.
  private static let usual = ["id", "uuid", "key", "code", "slug", "name"]

  /// Lets an attribute identify the objects that a value stands for somewhere.
  ///
  /// A schema tells the type of the value alone: of several attributes of the type that must be there, one that is
  /// called as usual is taken, else the first. Numbers may stand for records without that. Of schemas of others it is a
  /// guess, and told.
  func identifyEntities() {
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
        tellIdentity(
          of: entities[index].description, type,
          "no attribute is required and of this type to be told by it: such a value is refused")
        continue
      }
      tellIdentity(
        of: entities[index].description, type,
        "it is taken for that of \(attribute.name.quotedForMessage), which identifies objects here and is unique"
      )
      attribute.isIdentifying = true
      entities[index].description.ownProperties[place] = .attribute(attribute)
      entities[index].description.uniquenessConstraints.append(
        UniquenessConstraint([attribute.name], site: attribute.site))
    }
  }

  private func tellIdentity(
    of entity: EntityDescription, _ type: AttributeType, _ consequence: String
  ) {
    if file.isOurs { return }
    findings.note(
      .changedByImport,
      place(of: entity),
      " may have \(type.phrase) in its place somewhere, and \(consequence).")
  }
}
