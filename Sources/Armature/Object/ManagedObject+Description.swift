import ArmatureModel

extension ManagedObject: CustomStringConvertible {
  /// The entity, the key and the values: `Book#1* {title: "Dune", pages: 412}`.
  ///
  /// Reading the description never reads from a store. If the values of the object are not loaded, the description is
  /// `Book#1 (fault)`. A to-many relationship whose members are not loaded is shown as `tags: (not loaded)`. Related
  /// objects are shown as their IDs. After the context of the object has been released, relationships are omitted.
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
      !row.list(property.place).pointee.isLoaded
    {
      return "(not loaded)"
    }
    let value = valueOfIDs(property.place)
    return value.isNull ? nil : "\(value)"
  }
}
