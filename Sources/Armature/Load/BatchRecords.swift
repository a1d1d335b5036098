import ArmatureModel

/// The records of a source that objects are made of.
final class BatchRecords: BatchPortions {
  private var texts: RecordPortions
  private let options: LoadOptions
  private(set) var report = ValidationReport()
  /// The loads whose objects are not saved yet.
  private var rounds: [LoadRound] = []
  private var count = 0

  init(_ source: LoadSource, of entity: String, _ options: LoadOptions) throws {
    texts = try RecordPortions(source, of: entity, sizeLimit: options.sizeLimit)
    self.options = options
  }

  func insertNext(into worker: ManagedObjectContext) throws -> [ManagedObject]? {
    guard let texts = try texts.next() else { return nil }
    var options = options
    let (former, progress) = (count, options.progress)
    if let progress { options.progress = { progress(former + $0) } }
    let (result, round) = try worker.load(texts, options)
    rounds.append(round)
    count += round.state.objects.count
    report.append(
      contentsOf: result.report.prefix(max(0, options.failureLimit - report.count)))
    return result.objects + result.updatedObjects
  }

  func position(of object: ManagedObject, number: Int) -> InputPosition? {
    for round in rounds {
      guard let record = round.state.objects.position(of: object) else { continue }
      return round.state.texts.position(of: round.state.objects[record].place)
    }
    return nil
  }

  var mayRepeat: Bool { options.onDuplicate == .update }

  func forget() { rounds = [] }
}

extension BatchInsert {
  /// Describes an object for each record of JSON or CSV.
  ///
  /// ```swift
  /// let source = LoadSource.text("name\nJane Austen\nAnne Brontë\n", layout: .csv())
  /// print(try context.execute(BatchInsert("Author", from: source)).count)  // 2
  /// ```
  /// The records are read as by ``ManagedObjectContext/load(_:options:)-([LoadSource],_)``, whatever entity the source
  /// names: nested ones become objects, and references lead to saved objects and to other records. A file of
  /// lines or a table is read a mebibyte at a time where the store takes objects so, in constant memory: a reference
  /// leads to records of the same part or an earlier one then, and the mistakes of the first part that has some
  /// are those that are told. A JSON document and what is in memory already are one part; only such a part is bounded by
  /// ``LoadOptions/sizeLimit``.
  ///
  /// With ``LoadOptions/OnDuplicate/update`` records update the saved objects of their identities, of which the keys stay
  /// in memory, and with
  /// ``LoadOptions/OnFailure/keepValid`` the ``BatchResult/report`` has what is left out. The result counts
  /// the objects of nested records, too.
  public init(_ entity: String, from source: LoadSource, options: LoadOptions = LoadOptions()) {
    self.init(
      entity,
      portions: { model in
        try options.check(model)
        return try BatchRecords(source, of: entity, options)
      })
  }

  /// Describes an object of a typed entity for each record of JSON or CSV:
  /// ``init(_:from:options:)-(String,_,_)``.
  public init<Type: EntityType>(
    _ type: Type.Type, from source: LoadSource, options: LoadOptions = LoadOptions()
  ) {
    self.init(Type.entityName, from: source, options: options)
  }
}
