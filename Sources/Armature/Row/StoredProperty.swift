import ArmatureModel

/// A stored property of an entity, which consists of its description and its place.
///
/// It is a class because descriptions are large and are passed around. Code that must be fast uses only the place.
final class StoredProperty: Sendable {
  let name: String
  let description: PropertyDescription
  let place: RowPlace

  init(_ description: PropertyDescription, _ place: RowPlace) {
    name = description.name
    self.description = description
    self.place = place
  }

  var kind: StorageKind { place.kind }

  /// Whether the property is a relationship.
  var isLink: Bool { place.isLink }

  /// Whether a save computes the value.
  var isDerived: Bool { description.asAttribute?.derivation != nil }

  /// Whether a save must compute a value.
  var isRequiredWhenDerived: Bool {
    description.asAttribute.map { $0.derivation != nil && !$0.isOptional } ?? false
  }
}
