import ArmatureModel

/// The properties in snapshots of one entity, shared by all snapshots of its objects.
final class SnapshotLayout: Sendable {
  let entityName: String
  /// The names of the properties, sorted.
  let names: [String]
  /// The places of the values in objects. The array is empty if the names were decoded from data.
  let places: ContiguousArray<RowPlace>

  /// Creates a layout of the properties of an entity that pass a test.
  init(_ runtime: EntityRuntime, where isIncluded: (StoredProperty) -> Bool = { _ in true }) {
    entityName = runtime.entity.name
    let properties = runtime.properties.filter(isIncluded).sorted { $0.name < $1.name }
    names = properties.map(\.name)
    places = ContiguousArray(properties.map(\.place))
  }

  /// Creates a layout of properties named in data, sorted.
  init(entityName: String, names: [String]) {
    self.entityName = entityName
    self.names = names
    places = []
  }

  /// Returns the position of a name.
  ///
  /// - Complexity: O(log *n*) in the number of names.
  func position(of name: String) -> Int? {
    var range = names.indices
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if names[middle] == name { return middle }
      range = names[middle] < name ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return nil
  }
}

extension EntityRuntime {
  /// The layout of snapshots of the objects, created for the first snapshot.
  var snapshotLayout: SnapshotLayout {
    let address = sharedLayout.address ?? sharedLayout.publish(SnapshotLayout(self))
    return Unmanaged<SnapshotLayout>.fromOpaque(address).takeUnretainedValue()
  }
}
