import ArmatureModel

extension ManagedObjectContext {
  /// Loads JSON or CSV into new objects; references may lead to records of any source.
  ///
  /// With ``LoadOptions/OnDuplicate/update``, records also update the objects that have their identities.
  ///
  /// Loading collects every mistake: wrong types, unknown keys, missing values, inexact numbers, bad
  /// dates, duplicate keys and identities, broken references, references that contradict each other, and
  /// broken rules, each with file, line and column, and with its path in JSON. It does not save.
  ///
  /// Each object gets its `awakeFromInsert()` before its values are read. Changes that this makes to
  /// other objects, deletions included, are taken back with a load that fails.
  ///
  /// One error keeps everything out, unless ``LoadOptions/onFailure`` says otherwise.
  ///
  /// - Throws: ``ValidationReport`` if there is any error, ``FileReadError`` if a file cannot be read,
  ///   ``ManagedObjectError`` for an unknown entity, or an error of the store. The context is then as it
  ///   was before.
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

  /// Loads data from several sources, and does something with the objects; what is found to be wrong with them then, as
  /// by a save, is told with its place in the data.
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

  /// Loads texts into new objects, by options that are checked.
  ///
  /// - Returns: What came of it, and the round that knows the places of the records.
  func load(
    _ texts: LoadTexts, _ options: LoadOptions
  ) throws -> (result: LoadResult, round: LoadRound) {
    // A hook that saves would make objects last that may have to be taken back; one that rolls back
    // or resets would take away what is being read.
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
