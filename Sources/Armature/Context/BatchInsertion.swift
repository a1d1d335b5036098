import ArmatureModel

/// Inserts the objects of a batch into a store.
struct BatchInsertion {
  private let batch: BatchInsert
  private var source: any BatchSource
  /// The number of objects made so far.
  private var madeCount = 0
  private var count = 0
  private var objectIDs: [ManagedObjectID] = []
  /// The keys of the objects already counted, if the source may return an object again.
  private var known: Set<Int64> = []

  init(_ batch: BatchInsert, _ model: ManagedObjectModel) throws {
    (self.batch, source) = (batch, try batch.makeSource(model))
  }

  var result: BatchResult {
    BatchResult(
      count: count, objectIDs: batch.returnsObjectIDs ? objectIDs : nil, report: source.report)
  }

  /// Inserts the next objects, or all of them, and saves them.
  ///
  /// - Returns: True if there may be more.
  mutating func insert(into worker: ManagedObjectContext, isWhole: Bool) throws -> Bool {
    var objects: [ManagedObject] = []
    var isMore = true
    repeat {
      let next = try source.insertNext(into: worker)
      isMore = next != nil
      objects += next ?? []
    } while isMore && isWhole
    let mayRepeat = source.mayRepeat
    // An object saved earlier may be unchanged; all others are new.
    let changed =
      mayRepeat ? objects.filter { $0.isInserted || $0.hasPersistentChangedValues } : objects
    do {
      try worker.save()
    } catch let report as ValidationReport {
      throw located(report, objects)
    }
    source.forget()
    madeCount += objects.count
    // A hook may have deleted some objects, or taken back their insertion.
    for object in changed where object.isThere {
      if mayRepeat, !known.insert(object.objectID.key).inserted { continue }
      count += 1
      if batch.returnsObjectIDs { objectIDs.append(object.objectID) }
    }
    return isMore
  }

  /// Returns the report with the position of each object in the input.
  private func located(
    _ report: ValidationReport, _ objects: [ManagedObject]
  ) -> ValidationReport {
    let numbers = Dictionary(
      objects.enumerated().map { ($1.objectID.key, $0) }, uniquingKeysWith: { $1 })
    return ValidationReport(
      report.map { failure in
        guard let number = failure.objectID.flatMap({ numbers[$0.key] }) else { return failure }
        var failure = failure
        failure.source = source.position(of: objects[number], number: madeCount + number + 1)
        return failure
      })
  }
}
