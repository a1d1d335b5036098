import ArmatureModel

/// What the objects of a batch are made of, some at a time.
protocol BatchPortions {
  /// Inserts the next objects; `nil` at the end.
  mutating func insertNext(into worker: ManagedObjectContext) throws -> [ManagedObject]?

  /// Where an object comes from that was inserted since the last save.
  ///
  /// - Parameter number: The number of the object in the batch, from 1.
  func position(of object: ManagedObject, number: Int) -> InputPosition?

  /// Whether objects that are saved may be among the next ones.
  var mayRepeat: Bool { get }

  /// Forgets the objects: they are saved.
  mutating func forget()

  /// What was noticed that is no reason to refuse the batch.
  var report: ValidationReport { get }
}
