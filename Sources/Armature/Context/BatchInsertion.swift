import ArmatureModel

/// The objects of a batch on their way into a store, some at a time.
struct BatchInsertion {
  private let batch: BatchInsert
  private let next: BatchInsert.Next
  private(set) var count = 0
  private(set) var objectIDs: [ManagedObjectID] = []

  /// How many objects a store gets at a time that takes them so.
  static let portion = 1_000

  init(_ batch: BatchInsert) { (self.batch, next) = (batch, batch.start()) }

  var result: BatchResult {
    BatchResult(count: count, objectIDs: batch.returnsObjectIDs ? objectIDs : nil)
  }

  /// Inserts the next objects, at most so many, and saves them.
  ///
  /// - Returns: Whether there may be more.
  mutating func insert(into worker: ManagedObjectContext, atMost most: Int) throws -> Bool {
    var objects: [ManagedObject] = []
    let first = count + 1
    var isEnd = false
    while !isEnd, objects.count < most {
      let former = objects.count
      do {
        isEnd = try !next {
          objects.append(try worker.insert(batch.entity))
          return objects[former]
        }
      } catch  where objects.count > former {
        throw BatchRowError(entity: batch.entity, row: first + former, reason: error)
      }
    }
    if objects.isEmpty { return false }
    do {
      try worker.save()
    } catch let report as ValidationReport {
      throw located(report, objects, from: first)
    }
    count += objects.count
    if batch.returnsObjectIDs { objectIDs += objects.map(\.objectID) }
    return !isEnd
  }

  /// The report with the numbers of the rows in the place of lines.
  private func located(
    _ report: ValidationReport, _ objects: [ManagedObject], from first: Int
  ) -> ValidationReport {
    let rows = Dictionary(
      objects.enumerated().map { ($1.objectID.key, first + $0) }, uniquingKeysWith: { $1 })
    return ValidationReport(
      report.map { failure in
        guard let row = failure.objectID.flatMap({ rows[$0.key] }) else { return failure }
        var failure = failure
        failure.source = InputPosition(file: "rows of \(batch.entity)", line: row)
        return failure
      })
  }
}
