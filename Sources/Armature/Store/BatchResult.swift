public import ArmatureModel

/// The outcome of a batch, as a value that can be sent to other tasks.
///
/// ```swift
/// let result = try context.execute(BatchDelete("Author") { $0.name == "Nobody" })
/// try context.mergeChanges(from: result)  // what the context has done by itself already
/// print(result.count)  // 0
/// ```
/// Core Data: `NSBatchUpdateResult`, `NSBatchDeleteResult` and `NSBatchInsertResult`.
public struct BatchResult: Hashable, Sendable {
  /// The number of objects that the batch inserted, deleted, or changed to other values.
  ///
  /// Objects that delete rules change or delete are not counted.
  public let count: Int
  /// The IDs of these objects, in any order; `nil` unless the batch asks for them.
  public let objectIDs: [ManagedObjectID]?
  /// The remarks about the records of a ``BatchInsert``, including skipped records, as in ``LoadResult/report``.
  public let report: ValidationReport

  package init(
    count: Int, objectIDs: [ManagedObjectID]?, report: ValidationReport = ValidationReport()
  ) {
    (self.count, self.objectIDs, self.report) = (count, objectIDs, report)
  }
}
