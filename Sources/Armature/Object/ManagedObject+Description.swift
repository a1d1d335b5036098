import ArmatureModel

extension ManagedObject: CustomStringConvertible {
  /// The entity, the key and the values: `Book#1* {title: "Dune", pages: 412}`.
  ///
  /// Printing asks no store: an object whose values are not loaded is `Book#1 (fault)`, and a to-many
  /// relationship whose members are not loaded stands there as `tags: (not loaded)`. Objects at the
  /// ends of relationships stand as their IDs; what has outlived its context shows none.
  public final var description: String {
    for property in runtime.properties { willRead(property.place) }
    if row.state.contains(.fault) { return "\(objectID) (fault)" }
    let values = runtime.properties.compactMap { property in
      knownText(property).map { "\(property.name): \($0)" }
    }
    return "\(objectID) {\(values.joined(separator: ", "))}"
  }

  /// Returns the known text of a property of an object that is not a fault; `nil` if it has no value.
  private final func knownText(_ property: StoredProperty) -> String? {
    if property.isLink, row.state.contains(.contextDeallocated) { return nil }
    if property.kind == .objects, row.state.isDisjoint(with: .invalidated),
      !row.list(property.place).pointee.isLoaded
    {
      return "(not loaded)"
    }
    let value = valueOfIDs(property.place)
    return value.isNull ? nil : "\(value)"
  }
}
