import ArmatureModel

/// Which properties snapshots of one entity have, shared by all that are taken of its objects.
final class SnapshotLayout: Sendable {
  let entityName: String
  /// The names of the properties, sorted.
  let names: [String]
  /// Where objects have the values; nothing where the names come from data.
  let places: ContiguousArray<RowPlace>

  /// The properties of an entity that pass a test.
  init(_ runtime: EntityRuntime, where isIncluded: (StoredProperty) -> Bool = { _ in true }) {
    entityName = runtime.entity.name
    let properties = runtime.properties.filter(isIncluded).sorted { $0.name < $1.name }
    names = properties.map(\.name)
    places = ContiguousArray(properties.map(\.place))
  }

  /// Properties that are named in data, sorted.
  init(entityName: String, names: [String]) {
    self.entityName = entityName
    self.names = names
    places = []
  }

  /// The position of a name.
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
  /// The layout of snapshots of the objects, made when the first is taken.
  var snapshotLayout: SnapshotLayout {
    let address = sharedLayout.address ?? sharedLayout.publish(SnapshotLayout(self))
    return Unmanaged<SnapshotLayout>.fromOpaque(address).takeUnretainedValue()
  }
}
