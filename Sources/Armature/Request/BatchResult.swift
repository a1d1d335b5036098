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
  /// The number of objects that the batch inserted, updated or deleted.
  ///
  /// An object that already had the new values is not counted.
  ///
  /// Objects that a delete rule changes or deletes are not counted either.
  public let count: Int
  /// The IDs of the objects that ``count`` counts, in any order.
  ///
  /// The IDs are `nil` unless the batch sets `returnsObjectIDs`.
  public let objectIDs: [ManagedObjectID]?
  /// The warnings and failures of the records that a ``BatchInsert`` reads.
  ///
  /// The report also lists the records that were skipped. See ``LoadResult/report``.
  public let report: ValidationReport

  package init(
    count: Int, objectIDs: [ManagedObjectID]?, report: ValidationReport = ValidationReport()
  ) {
    (self.count, self.objectIDs, self.report) = (count, objectIDs, report)
  }
}
