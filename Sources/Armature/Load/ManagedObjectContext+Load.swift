import ArmatureModel

extension ManagedObjectContext {
  /// Loads JSON or CSV into new objects; references may lead to records of any source.
  ///
  /// With ``LoadOptions/OnDuplicate/update``, records also update the objects with their identities.
  ///
  /// A load collects every failure with its file, line and column, and with its path in JSON. Failures are wrong
  /// types, unknown keys, missing values, inexact numbers, invalid dates, duplicate keys and identities, broken or
  /// contradictory references, and broken rules. A load does not save.
  ///
  /// Each object gets its `awakeFromInsert()` before its values are read. If the load fails, changes and deletions of
  /// other objects by this hook are taken back.
  ///
  /// One error rejects everything, unless ``LoadOptions/onFailure`` says otherwise.
  ///
  /// - Throws: ``ValidationReport`` with any error, ``FileReadError`` for an unreadable file, ``ManagedObjectError``
  ///   for an unknown entity, or the store's error. The context is then unchanged.
  /// - Complexity: O(*n*) in the bytes of the sources.
  @discardableResult public func load(
    _ sources: LoadSource..., options: LoadOptions = LoadOptions()
  ) throws -> LoadResult {
    try load(sources, options: options)
  }

  /// Loads data from several sources; see ``load(_:options:)-(LoadSource...,_)``.
  ///
  /// - Complexity: O(*n*) in the bytes of the sources.
  @discardableResult public func load(
    _ sources: [LoadSource], options: LoadOptions = LoadOptions()
  ) throws -> LoadResult {
    try load(sources, options: options) { _ in }
  }

  /// Loads data from several sources and runs a closure with the objects. Failures in the closure, for example in a
  /// save, get their positions in the data.
  package func load(
    _ sources: [LoadSource], options: LoadOptions, finish: (LoadResult) throws -> Void
  ) throws -> LoadResult {
    try options.check(model)
    try graph.throwStoreError()
    let sources = try sources.map { try $0.resolved(in: model) }
    let texts = try LoadTexts(sources, sizeLimit: options.sizeLimit)
    let (result, round) = try load(texts, options)
    do {
      try finish(result)
    } catch let report as ValidationReport {
      throw round.located(report)
    }
    return result
  }

  /// Loads texts into new objects, with checked options.
  ///
  /// - Returns: The result, and the round that knows the places of the records.
  func load(
    _ texts: LoadTexts, _ options: LoadOptions
  ) throws -> (result: LoadResult, round: LoadRound) {
    // A hook that saves would save objects that may have to be taken back. A hook that rolls back or resets would
    // remove objects during their reading.
    let before = saveState
    saveState = .loading
    GraphObservation(graph).beginOperation()
    defer {
      saveState = before
      GraphObservation(graph).endOperation()
    }
    if options.onFailure == .keepValid {
      var loop = KeepValidLoop(self, options, texts)
      return try loop.run()
    }
    let round = LoadRound(self, options, texts)
    try round.run()
    let report = round.report()
    guard report.isValid else {
      round.state.objects.undo()
      throw report
    }
    return (LoadResult(round.state, report), round)
  }
}
