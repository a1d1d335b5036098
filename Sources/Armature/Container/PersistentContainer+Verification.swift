import ArmatureModel

extension PersistentContainer {
  /// Looks at everything that is saved: whether the data are whole, links lead to objects that are there, and
  /// back, derived values are what is computed from the rest, and objects keep the rules of the model.
  ///
  /// A link that leads nowhere is an error, but a warning where a deletion may leave it, since the relationship has no
  /// inverse or the rule is `noAction`: it reads as none. Others may save meanwhile; links and derived values are
  /// looked at in one state. Derived values are computed again if all values can be read; those that follow from the
  /// clock or from transient attributes are left out. ``repairDerivedValues()`` puts wrong ones right.
  /// Nothing is changed. What somebody has written past the library, and is no value of its attribute, is an error, and
  /// the rules of its object are not looked at; a
  /// number or a date that JSON has no form for, such as NaN, is a warning: the store keeps it.
  ///
  /// - Parameter includesRules: Whether all objects are validated, too; their hooks run when they are read.
  /// - Returns: What is wrong with objects; empty if nothing is.
  /// - Throws: The error of a store whose data are damaged, what keeps it from reading, or
  ///   ``PersistentStoreError/wrongAnswer(function:must:but:)`` for a link whose two sides do not agree.
  /// - Complexity: O(*n*) in the number of rows and links, with 50 bytes of memory for each row, and that of an object
  ///   for each one with a wrong derived value.
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

  /// Computes all derived values again, of the state that was verified, and changes nothing.
  func derivedReport(_ verifier: StoreVerifier) throws -> ValidationReport {
    guard verifier.unreadable.isEmpty else { return ValidationReport() }
    var (report, keys) = (ValidationReport(), verifier.keys)
    for _ in 0..<Self.looks {
      let state = try verifier.reader.token()
      report = try derivedReport(on: keys, verifier.reader)
      if report.isEmpty { break }
      if try verifier.reader.token() == state { break }
      // The store is its own reader, and others have saved: what differs may have been read of two states.
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

  /// How often derived values are computed while others save.
  private static let looks = 100

  /// How many objects are looked at together.
  static let batchSize = 1_000
}

extension ManagedObjectContext {
  /// Validates some saved objects, and forgets them.
  ///
  /// What their rules say of objects that cannot be read counts for nothing: these were told already.
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
