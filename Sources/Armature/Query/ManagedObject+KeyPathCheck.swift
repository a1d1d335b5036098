import ArmatureModel

extension KeyPathEnd {
  /// Checks that an aggregate supports the values at the end.
  func check(
    _ aggregate: FetchExpression.Aggregate, _ object: ManagedObject, _ path: String
  ) throws(ManagedObjectError) {
    if !suits(aggregate) {
      throw .unsupportedAggregate(
        entity: object.runtime.entity.name, path: path, name: aggregate.rawValue, found: type)
    }
  }

  /// Returns whether an aggregate supports the values at the end.
  func suits(_ aggregate: FetchExpression.Aggregate) -> Bool {
    if isOfAnyKind { return true }
    return switch aggregate {
    case .count, .distinct: true
    case .sum, .average: type?.isNumeric ?? false
    case .minimum, .maximum:
      type.map { $0.storage != .json && !$0.sharesValues(with: .composite([])) } ?? false
    }
  }
}

extension ManagedObject {
  /// Follows a key path through the model; a property of a sub-entity is accepted.
  ///
  /// - Throws: ``ManagedObjectError`` for the first unknown name.
  final func follow(
    _ names: [String], of path: String
  ) throws(ManagedObjectError) -> KeyPathEnd {
    try runtime.tree.follow(
      names, from: runtime.entity.name, of: path, includesSubentities: true,
      includesFetched: true)
  }
}
