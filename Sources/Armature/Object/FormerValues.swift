import ArmatureModel

/// The former attribute values of an object without a context, and therefore without a journal.
struct FormerValues {
  private let values: [(place: RowPlace, value: AttributeValue, isChanged: Bool)]

  init(_ object: ManagedObject, _ keys: some Sequence<String>) {
    values = keys.compactMap { object.runtime.property(named: $0)?.place }
      .filter { $0.kind != .object && $0.kind != .objects }
      .map { ($0, object.row.value($0), object.row.isChanged($0)) }
  }

  func restore(_ object: ManagedObject) {
    for (place, value, isChanged) in values {
      _ = object.row.setValue(value, place)
      object.row.setChanged(place, isChanged)
    }
  }
}
