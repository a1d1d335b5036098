import Armature
import ArmatureModel

/// Values that identify objects.
extension SchemaReader {
  /// The usual keys of identifying values, most likely first.
  private static let usual = ["id", "uuid", "key", "code", "slug", "name"]

  /// Makes an attribute identifying if values refer to the objects of its entity.
  ///
  /// A schema states only the type of such a value. Among the required attributes of this type, one with a usual name
  /// is chosen, and otherwise the first one. If the values are numbers, they can refer to records without an
  /// identifying attribute. In a schema of another program, choosing an attribute would be a guess that also requires
  /// its values to be unique. In this case, a note says that no value refers to an object.
  func identifyEntities() {
    if !file.isOurs { return tellIdentities() }
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

  private func tellIdentities() {
    let places = Dictionary(
      entities.map { ($0.name, place(of: $0.description)) }, uniquingKeysWith: { first, _ in first }
    )
    for (name, type) in identities.sorted(by: { $0.key < $1.key }) {
      guard let place = places[name] else { continue }
      findings.note(
        .changedByImport, place,
        " may have \(type.phrase) in its place. Here such a value is rejected, unless an "
          + "attribute is declared as identifying(): a schema does not say which attribute it "
          + "refers to.")
    }
  }
}
