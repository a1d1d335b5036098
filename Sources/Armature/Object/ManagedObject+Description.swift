import ArmatureModel

extension ManagedObject: CustomStringConvertible {
  /// The entity, the key and the values: `Book#1* {title: "Dune", pages: 412}`.
  ///
  /// Printing never accesses a store. An object without loaded values appears as `Book#1 (fault)`, and a to-many
  /// relationship without loaded members as `tags: (not loaded)`. Related objects appear as their IDs.
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
    if property.kind == .objects, row.state.isDisjoint(with: .gone),
      !row.list(property.place).pointee.isLoaded
    {
      return "(not loaded)"
    }
    let value = valueOfIDs(property.place)
    return value.isNull ? nil : "\(value)"
  }
}
