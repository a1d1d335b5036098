import ArmatureModel

/// Creates the objects of a batch from the elements of a sequence.
struct BatchElements: BatchSource {
  private let entity: String
  private let next: BatchInsert.Next
  private var count = 0

  /// The number of objects per portion, for a store that inserts in portions.
  private static let batchSize = 1_000

  init(_ entity: String, _ next: @escaping BatchInsert.Next) {
    (self.entity, self.next) = (entity, next)
  }

  mutating func insertNext(into worker: ManagedObjectContext) throws -> [ManagedObject]? {
    var objects: [ManagedObject] = []
    var isEnd = false
    while !isEnd, objects.count < Self.batchSize {
      let former = objects.count
      do {
        isEnd = try !next {
          objects.append(try worker.insert(entity))
          return objects[former]
        }
      } catch  where objects.count > former {
        throw BatchRowError(entity: entity, row: count + objects.count, reason: error)
      }
    }
    count += objects.count
    return objects.isEmpty ? nil : objects
  }

  func position(of object: ManagedObject, number: Int) -> InputPosition? {
    InputPosition(file: "rows of \(entity)", line: number)
  }

  var mayRepeat: Bool { false }

  func forget() {}

  var report: ValidationReport { ValidationReport() }
}
