import ArmatureModel

/// Creates the objects of a batch from the records of a source.
final class BatchRecords: BatchSource {
  private var texts: RecordBatches
  private let options: LoadOptions
  private(set) var report = ValidationReport()
  /// The loads with unsaved objects.
  private var rounds: [LoadRound] = []
  private var count = 0

  init(_ source: LoadSource, of entity: String, _ options: LoadOptions) throws {
    texts = try RecordBatches(source, of: entity, sizeLimit: options.sizeLimit)
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
  /// Creates a request for one object per JSON or CSV record.
  ///
  /// ```swift
  /// let source = LoadSource.text("name\nJane Austen\nAnne Brontë\n", layout: .csv())
  /// print(try context.execute(BatchInsert("Author", from: source)).count)  // 2
  /// ```
  /// Records are read as by ``ManagedObjectContext/load(_:options:)-([LoadSource],_)``, regardless of the source's
  /// entity: nested records become objects, and references lead to saved objects and to other records.
  ///
  /// If the store inserts in portions, a file of lines or a table is read one mebibyte at a time, in constant memory.
  /// A reference then leads to records of the same portion or an earlier one, and only the failures of the first
  /// invalid portion are reported. A JSON document, and data in memory, are one portion. ``LoadOptions/sizeLimit``
  /// only limits such a portion.
  ///
  /// With ``LoadOptions/OnDuplicate/update``, records update the saved objects with their identities; the keys of
  /// these stay in memory. With ``LoadOptions/OnFailure/keepValid``, the ``BatchResult/report`` lists the records
  /// left out. The result also counts the objects of nested records.
  public init(_ entity: String, from source: LoadSource, options: LoadOptions = LoadOptions()) {
    self.init(
      entity,
      makeSource: { model in
        try options.check(model)
        return try BatchRecords(source, of: entity, options)
      })
  }

  /// Creates a request for one object of a typed entity per JSON or CSV record: ``init(_:from:options:)-(String,_,_)``.
  public init<Type: EntityType>(
    _ type: Type.Type, from source: LoadSource, options: LoadOptions = LoadOptions()
  ) {
    self.init(Type.entityName, from: source, options: options)
  }
}
