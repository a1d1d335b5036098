/// The changed objects with dependencies. The dependencies themselves depend only on the model.
extension DerivationGraph {
  /// Returns whether the changes of an object can change a derived value.
  func concerns(_ object: ManagedObject) -> Bool {
    let position = object.shape.index
    return derivesAgain(object, isFirst: true)
      || inversePaths.ways(from: position).contains { object.mayHaveChanged($0.reads) }
      || inversePaths.searches(from: position).contains { object.mayHaveChanged($0.reads) }
  }

  /// Returns whether the changes of an object can change one of its own derived values.
  ///
  /// - Parameter isFirst: True before the first round, when a derived value may have been changed otherwise.
  func derivesAgain(_ object: ManagedObject, isFirst: Bool) -> Bool {
    ownReads[object.shape.index].keys.contains {
      derivesAgain($0, of: object, isFirst: isFirst)
    }
  }

  /// Returns whether the changes of an object can change the value of one of its derived attributes.
  func derivesAgain(_ attribute: String, of object: ManagedObject, isFirst: Bool) -> Bool {
    guard let reads = ownReads[object.shape.index][attribute] else { return false }
    return object.mayHaveChanged(reads) || isFirst && object.mayHaveChanged(.some([attribute]))
  }
}

extension ManagedObject {
  /// Whether one of some properties may have changed since the object was saved.
  final func mayHaveChanged(_ properties: ReadProperties) -> Bool {
    // An object that a merge policy brings back has no version, and all its values are saved. Without a store, there
    // are no versions.
    let isUpdated =
      row.state.contains(.updated) && row.state.isDisjoint(with: .inserted | .reinserted | .deleted)
      && (row.version != 0 || graph?.store == nil)
    guard isUpdated, case .some(let names) = properties else { return true }
    return names.contains { name in
      runtime.property(named: name).map { row.isChanged($0.place) } ?? true
    }
  }
}
