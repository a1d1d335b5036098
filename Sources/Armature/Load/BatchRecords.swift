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
  /// Creates a request that inserts one object for each JSON or CSV record.
  ///
  /// Use it to import large files:
  ///
  /// ```swift
  /// let source = LoadSource.text("name\nJane Austen\nAnne Brontë\n", layout: .csv())
  /// print(try context.execute(BatchInsert("Author", from: source)).count)  // 2
  /// ```
  /// The request reads records in the same way as ``ManagedObjectContext/load(_:options:)-([LoadSource],_)``. A record
  /// can refer to saved objects and to other records. Nested records also become objects, and ``BatchResult/count``
  /// includes them. If the source names an entity, this name is ignored.
  ///
  /// Some stores, such as `SQLiteStore`, insert objects in batches. The request then reads a CSV file or a file of JSON
  /// lines in chunks of one mebibyte, so the import needs the same memory for a file of any size. This has two
  /// consequences:
  /// - A record can only refer to records in the same chunk or in earlier chunks.
  /// - The import stops at the first invalid chunk, so only the failures of this chunk are reported.
  ///
  /// JSON documents and data in memory are always read as a whole, and only their size is limited by
  /// ``LoadOptions/sizeLimit``.
  ///
  /// To update saved objects that have the same identity as a record, pass ``LoadOptions/OnDuplicate/update``. To leave
  /// out invalid records, pass ``LoadOptions/OnFailure/keepValid``: their failures are then in ``BatchResult/report``.
  public init(_ entity: String, from source: LoadSource, options: LoadOptions = LoadOptions()) {
    self.init(
      entity,
      makeSource: { model in
        try options.check(model)
        return try BatchRecords(source, of: entity, options)
      })
  }

  /// Creates a request that inserts one object of a typed entity for each JSON or CSV record.
  ///
  /// See ``init(_:from:options:)-(String,_,_)``.
  public init<Type: EntityType>(
    _ type: Type.Type, from source: LoadSource, options: LoadOptions = LoadOptions()
  ) {
    self.init(Type.entityName, from: source, options: options)
  }
}
