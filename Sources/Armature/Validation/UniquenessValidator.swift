import ArmatureModel

/// Finds objects that break a uniqueness constraint because they have equal values.
///
/// A constraint applies to its entity and all sub-entities. An object that has no value for one of the properties never
/// conflicts with another. Strings are compared by their bytes.
struct UniquenessValidator {
  private let graph: ObjectGraph
  private let handles: ContiguousArray<Handle>
  private let mayFail: (ManagedObject, UniqueConstraint) -> Bool
  /// The objects to validate; created at the first conflict, which is rare.
  private var validated: Set<Handle>?

  /// - Parameters:
  ///   - handles: The objects to validate; others keep their values.
  ///   - mayFail: Returns whether a conflict may be reported for an object. Otherwise it keeps its values, too.
  init(
    _ graph: ObjectGraph, _ handles: ContiguousArray<Handle>,
    where mayFail: @escaping (ManagedObject, UniqueConstraint) -> Bool = { _, _ in true }
  ) {
    self.graph = graph
    self.handles = handles
    self.mayFail = mayFail
    graph.indexes.update()
  }

  /// Returns the failures of an object that has the same unique values as another one in the graph.
  ///
  /// - Complexity: O(1) on average in the number of objects.
  mutating func failures(of object: ManagedObject) -> [ValidationFailure] {
    var failures: [ValidationFailure] = []
    for position in graph.indexes.unique.indices
    where graph.indexes.unique[position].covers(object.shape) {
      // In place: copying an index for each object takes as long as the lookup.
      guard let (first, others) = graph.indexes.unique[position].group(of: object) else { continue }
      let index = graph.indexes.unique[position]
      if !mayFail(object, index.constraint) { continue }
      let (handle, validated) = (object.row.handle, knownHandles())
      func keepsValue(_ other: Handle) -> Bool {
        !validated.contains(other)
          || !(graph.object(other).map { mayFail($0, index.constraint) } ?? false)
      }
      // The first object keeps its value, unless another one does.
      if handle == first, !others.contains(where: keepsValue) { continue }
      // The failure names only a few others: naming all of them for each object would take quadratic time. An object
      // from a store comes after all objects that fail because of it.
      let keeper = keepsValue(first) ? [] : others.suffix(1).filter(keepsValue)
      let rest = ([first] + others.prefix(4)).filter { $0 != handle && !keeper.contains($0) }
      let few = (keeper + rest).prefix(3)
      failures.append(failure(of: object, index.constraint, few.compactMap { graph.object($0) }))
    }
    return failures
  }

  private mutating func knownHandles() -> Set<Handle> {
    if let validated { return validated }
    let made = Set(handles)
    validated = made
    return made
  }

  private func failure(
    of object: ManagedObject, _ constraint: UniqueConstraint, _ others: [ManagedObject]
  ) -> ValidationFailure {
    let details = constraint.properties.map { object.failureDetail($0, object[$0] ?? .null) }
    return ValidationFailure(
      entity: object.runtime.entity.name, objectID: object.objectID, label: object.label,
      keyPath: constraint.properties.count == 1 ? constraint.properties : [],
      .rule(
        .unique(constraint.properties),
        details: details,
        others: others.map(\.failureObject)),
      severity: constraint.severity, value: details.count == 1 ? details[0].value : .null,
      ruleSite: constraint.site)
  }
}
