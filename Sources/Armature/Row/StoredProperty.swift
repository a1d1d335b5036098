import ArmatureModel

/// A property of an entity whose value lies in rows: its description with its place.
///
/// A class, since descriptions are large and are passed around; hot paths take the place alone.
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

  /// Whether the property leads to other objects.
  var isLink: Bool { place.isLink }

  /// Whether a save computes the value.
  var isDerived: Bool { description.asAttribute?.derivation != nil }

  /// Whether a save must come to a value.
  var isRequiredWhenDerived: Bool {
    description.asAttribute.map { $0.derivation != nil && !$0.isOptional } ?? false
  }
}
