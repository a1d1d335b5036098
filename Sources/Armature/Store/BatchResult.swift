public import ArmatureModel

/// What a batch has done, as a value that may cross to other tasks.
///
/// ```swift
/// let result = try context.execute(BatchDelete("Author") { $0.name == "Nobody" })
/// try context.mergeChanges(from: result)  // what the context has done by itself already
/// print(result.count)  // 0
/// ```
/// Core Data: `NSBatchUpdateResult` and its like.
public struct BatchResult: Hashable, Sendable {
  /// How many objects satisfied the condition and were inserted, deleted, or got other values than they had.
  ///
  /// What follows from delete rules is not counted.
  public let count: Int
  /// The IDs of these objects, in any order; `nil` unless the batch asks for them.
  public let objectIDs: [ManagedObjectID]?
  /// What was noticed in the records of a ``BatchInsert``, and what was left out: as ``LoadResult/report``.
  public let report: ValidationReport

  package init(
    count: Int, objectIDs: [ManagedObjectID]?, report: ValidationReport = ValidationReport()
  ) {
    (self.count, self.objectIDs, self.report) = (count, objectIDs, report)
  }
}
