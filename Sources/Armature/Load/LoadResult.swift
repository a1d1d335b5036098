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
  /// The keys of the objects that were there before, and that records are about: those that have got other values, and
  /// those that have not.
  private let (updatedKeys, unchangedKeys): ([Int64], [Int64])
  /// The number of new objects.
  public let count: Int
  /// The warnings; with ``LoadOptions/OnFailure/keepValid`` also the errors.
  public let report: ValidationReport
  /// The number of records left out by entity, including nested ones.
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

  /// The objects that were there before and that records have given other values, as far as they are still
  /// there: see ``LoadOptions/OnDuplicate/update``.
  ///
  /// They stand in the order in which the first of their records start. Those that were changed before and are not
  /// saved are among them, whatever their records say.
  ///
  /// - Complexity: O(*n*).
  public var updatedObjects: [ManagedObject] { objects(updatedKeys) }

  /// The objects that were there before and that have all values already that records give them, as far as
  /// they are still there.
  ///
  /// They stand in the order in which the first of their records start.
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
      guard graph.slots.pointee[handle].isThere, let id = graph.id(of: handle) else { return }
      counts[id.entityName, default: 0] += 1
    }
  }
}

extension LoadResult: CustomStringConvertible {
  /// The numbers of created, updated, unchanged and omitted objects and of failures, in one line.
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
