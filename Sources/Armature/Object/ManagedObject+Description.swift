import ArmatureModel

extension ManagedObject: CustomStringConvertible {
  /// A text for debugging with the entity, the key and the values, such as `Book#1* {title: "Dune", pages: 412}`.
  ///
  /// You can print an object at any time, because its description never reads from the store. If the values of the
  /// object are not loaded, the description is `Book#1 (fault)`. A to-many relationship that is not loaded appears as
  /// `tags: (not loaded)`. Related objects appear as their IDs. After the context has been released, relationships are
  /// left out.
  public final var description: String {
    for property in runtime.properties { willRead(property.place) }
    if row.state.contains(.fault) { return "\(objectID) (fault)" }
    let values = runtime.properties.compactMap { property in
      knownText(property).map { "\(property.name): \($0)" }
    }
    return "\(objectID) {\(values.joined(separator: ", "))}"
  }

  /// Returns the value of a property as text, for an object that is not a fault. Returns `nil` if the property has no
  /// value or its value is unknown.
  private final func knownText(_ property: StoredProperty) -> String? {
    if property.isLink, row.state.contains(.contextDeallocated) { return nil }
    if property.kind == .objects, row.state.isDisjoint(with: .invalidated),
      !row.list(property.place).isLoaded
    {
      return "(not loaded)"
    }
    let value = valueOfIDs(property.place)
    return value.isNull ? nil : "\(value)"
  }
}
