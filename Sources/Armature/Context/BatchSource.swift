import ArmatureModel

/// A source that creates the objects of a batch, a portion at a time.
protocol BatchSource {
  /// Inserts the next objects; returns `nil` at the end.
  mutating func insertNext(into worker: ManagedObjectContext) throws -> [ManagedObject]?

  /// Returns the position in the input of an object inserted since the last save.
  ///
  /// - Parameter number: The number of the object in the batch, from 1.
  func position(of object: ManagedObject, number: Int) -> InputPosition?

  /// A Boolean value that indicates whether the next objects may include saved ones.
  var mayRepeat: Bool { get }

  /// Forgets the objects, which are now saved.
  mutating func forget()

  /// The warnings, which do not fail the batch.
  var report: ValidationReport { get }
}
