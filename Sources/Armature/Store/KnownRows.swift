/// The objects of a context that may already have the rows that a store passes.
protocol KnownRows: AnyObject {
  /// Whether there are no objects.
  var isEmpty: Bool { get }

  /// Returns whether a row is not needed. Its object may already have it, or have changes that take precedence.
  ///
  /// - Parameters:
  ///   - key: The key of the object.
  ///   - entity: The position of the entity in the model.
  ///   - version: The version of the row.
  func hasRow(_ key: Int64, ofEntityAt entity: Int, _ version: UInt32) -> Bool
}
