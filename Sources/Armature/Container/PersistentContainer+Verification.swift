import ArmatureModel

extension PersistentContainer {
  /// Checks all data in the store, and returns the failures that it finds.
  ///
  /// Use this method after a crash or a migration, or if another program has changed the data. It checks that all
  /// values can be read, that both sides of each link agree, that derived values are correct, and that all objects
  /// satisfy the rules of the model. It does not change the data.
  ///
  /// In addition to broken rules, the report can contain these failures:
  /// - A stored value does not have the type of its attribute. The rules of the object are then not checked.
  /// - A link leads to a missing object. If the relationship has no inverse or has the delete rule `noAction`, this is
  ///   only a warning, because a normal deletion can leave such a link behind.
  /// - A derived value is wrong. You can correct it with ``repairDerivedValues()``.
  /// - A number or date has no JSON form, such as the number NaN. This is only a warning.
  ///
  /// Derived values are checked only if all values are readable. Values that depend on the clock or on transient
  /// attributes are not checked. You can save in other contexts during the verification.
  ///
  /// - Parameter includesRules: Pass `false` if you don't want to validate all objects. Validation loads the objects,
  ///   which calls their hooks.
  /// - Returns: A report with the failures of all objects. The report is empty if everything is valid.
  /// - Throws: The error of the store if it is damaged or cannot be read.
  ///   ``PersistentStoreError/wrongAnswer(function:must:but:)`` if the two sides of a link do not agree.
  /// - Complexity: O(*n*) in the number of rows and links. The verification takes 50 bytes of memory for each row, and
  ///   an object for each wrong derived value.
  public func verify(includingRules includesRules: Bool = true) throws -> ValidationReport {
    try store.verify()
    var verifier = try StoreVerifier(self)
    var report = try verifier.report()
    report.merge(try derivedReport(verifier))
    guard includesRules else { return report }
    let context = makeContext()
    if verifier.unreadable.isEmpty {
      for entity in model.entities where !entity.isAbstract {
        var request = FetchRequest(entity.name)
        request.includesSubentities = false
        try context.forEachBatch(of: request) { objects in
          report.merge(ObjectGraphValidator(context.graph).report(on: objects))
        }
      }
      return report
    }
    for (position, keys) in verifier.keys {
      let keys = keys.filter { !verifier.unreadable.contains($0) }
      for start in stride(from: 0, to: keys.count, by: Self.batchSize) {
        let batch = keys[start...].prefix(Self.batchSize)
        report.merge(try context.report(on: batch, of: model.entities[position].name))
      }
    }
    return report
  }

  /// Computes all derived values in the verified state, without changing anything.
  func derivedReport(_ verifier: StoreVerifier) throws -> ValidationReport {
    guard verifier.unreadable.isEmpty else { return ValidationReport() }
    var (report, keys) = (ValidationReport(), verifier.keys)
    for _ in 0..<Self.attemptLimit {
      let state = try verifier.reader.token()
      report = try derivedReport(on: keys, verifier.reader)
      if report.isEmpty { break }
      if try verifier.reader.token() == state { break }
      // The store is its own reader, and others have saved: the differing values may come from two states.
      let wrong = Set(report.compactMap(\.objectID?.key))
      keys = keys.map { ($0.position, $0.keys.filter(wrong.contains)) }
    }
    return report
  }

  private func derivedReport(
    on all: [(position: Int, keys: [Int64])], _ reader: CheckedReader
  ) throws -> ValidationReport {
    let context = makeContext()
    guard let values = DerivedValues(context) else { return ValidationReport() }
    return try context.graph.reading(from: reader) {
      var differs = true
      while differs {
        differs = false
        for (position, keys) in all where values.concern(position) {
          for start in stride(from: 0, to: keys.count, by: Self.batchSize) {
            let batch = keys[start...].prefix(Self.batchSize)
            if try values.correct(batch, of: position) { differs = true }
          }
        }
        if !values.mayBeMissed { break }
      }
      return values.differences()
    }
  }

  /// The maximum number of times that derived values are computed while other contexts save.
  private static let attemptLimit = 100

  /// The number of objects checked at a time.
  static let batchSize = 1_000
}

extension ManagedObjectContext {
  /// Validates some saved objects and forgets them.
  ///
  /// Failures about unreadable objects are left out, because these were reported before.
  fileprivate func report(
    on keys: some Sequence<Int64>, of entity: String
  ) throws -> ValidationReport {
    guard let store = graph.store else { return ValidationReport() }
    let ids = keys.map { ManagedObjectID(entityName: entity, key: $0, storeID: graph.storeID) }
    let prefetch = Prefetch(graph, try graph.source.reader(of: store))
    try prefetch.find(ids)
    let handles = ids.compactMap { graph.keys.handle(forKey: $0.key) }
    try prefetch.fill(handles)
    let objects = graph.objects(handles).filter { $0.isFilled() }
    let report = ObjectGraphValidator(graph).report(on: objects)
    _ = graph.source.takeError()
    reset()
    return report
  }
}
