/// The result of loading data into a context.
///
/// ```swift
/// let result = try context.load(
///   .text(#"{"Author": [{"name": "Jane Austen"}, {"name": "Emily Brontë"}]}"#))
/// print(result.count, result.counts, result.report.warnings.count)  // 2 ["Author": 2] 0
/// for author in result.objects { author.born = 1800 }
/// ```
public struct LoadResult {
  private let context: ManagedObjectContext
  /// The keys of the objects, including those created by hooks; keys are never reused.
  private let keys: [Range<Int64>]
  /// The keys of the objects that existed before and have a record: the changed and the unchanged objects.
  private let (updatedKeys, unchangedKeys): ([Int64], [Int64])
  /// The number of new objects.
  public let count: Int
  /// The warnings of the load. With ``LoadOptions/OnFailure/keepValid``, the report also contains the errors.
  public let report: ValidationReport
  /// The number of records that were left out, keyed by the name of their entity. Nested records are included.
  public let leftOut: [String: Int]

  /// Keeps the objects of a load.
  init(_ state: LoadState, _ report: ValidationReport, leftOut: [String: Int] = [:]) {
    context = state.objects.context
    let kept = state.objects.keep()
    (keys, count) = (kept.keys, kept.count)
    (updatedKeys, unchangedKeys) = (kept.updatedKeys, kept.unchangedKeys)
    self.report = report
    self.leftOut = leftOut
  }

  /// The new objects that still exist, in the order of their records.
  ///
  /// - Complexity: O(*n*).
  public var objects: [ManagedObject] { objects(keys.joined()) }

  /// The objects that existed before the load and that records have changed. See ``LoadOptions/OnDuplicate/update``.
  ///
  /// The objects are in the order of their first records. An object that already had unsaved changes before the load is
  /// always included. Objects that no longer exist are left out.
  ///
  /// - Complexity: O(*n*).
  public var updatedObjects: [ManagedObject] { objects(updatedKeys) }

  /// The objects that existed before the load and already had all the values of their records.
  ///
  /// The objects are in the order of their first records. Objects that no longer exist are left out.
  ///
  /// - Complexity: O(*n*).
  public var unchangedObjects: [ManagedObject] { objects(unchangedKeys) }

  private func objects(_ keys: some Sequence<Int64>) -> [ManagedObject] {
    handles(keys).compactMap(context.graph.object)
  }

  private func handles(_ keys: some Sequence<Int64>) -> [Handle] {
    keys.compactMap(context.graph.keys.handle(forKey:))
  }

  /// The number of new objects by entity.
  ///
  /// - Complexity: O(*n*).
  public var counts: [String: Int] { counts(keys.joined()) }

  /// Counts the objects that still exist without creating them, which might access the store.
  private func counts(_ keys: some Sequence<Int64>) -> [String: Int] {
    let graph = context.graph
    return handles(keys).reduce(into: [:]) { counts, handle in
      guard graph.slots[handle].isThere, let id = graph.id(of: handle) else { return }
      counts[id.entityName, default: 0] += 1
    }
  }
}

extension LoadResult: CustomStringConvertible {
  /// The numbers of created, updated, unchanged and omitted objects, and the number of failures, in one line.
  public var description: String {
    func list(_ counts: [String: Int]) -> String {
      counts.isEmpty
        ? "none" : counts.sorted { $0.key < $1.key }.map { "\($1) \($0)" }.joined(separator: ", ")
    }
    var parts = ["objects: \(list(counts))"]
    for (word, keys) in [("updated", updatedKeys), ("unchanged", unchangedKeys)] {
      let counts = counts(keys)
      if !counts.isEmpty { parts.append("\(word): \(list(counts))") }
    }
    if !leftOut.isEmpty { parts.append("left out: \(list(leftOut))") }
    if !report.errors.isEmpty { parts.append("errors: \(report.errors.count)") }
    if !report.warnings.isEmpty { parts.append("warnings: \(report.warnings.count)") }
    return parts.joined(separator: "; ")
  }
}
