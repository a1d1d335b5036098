import ArmatureModel

extension ManagedObjectContext {
  /// Loads JSON or CSV data, and creates an object for each record.
  ///
  /// The new objects are not saved yet. You can look at them first, and then call ``save()`` to keep them or
  /// ``rollback(file:line:)`` to discard them. If you load several sources together, a record in one source can refer
  /// to a record in another source.
  ///
  /// The load checks all data, and collects every failure with its file, line and column. Examples of failures are
  /// unknown keys, missing values, broken references, and broken rules of the model. If at least one failure is an
  /// error, the load throws all failures as a ``ValidationReport``, and the context stays unchanged. To keep the valid
  /// records instead, set ``LoadOptions/onFailure``.
  ///
  /// By default, a record fails if an object with the same identity already exists. To update the existing object
  /// instead, use ``LoadOptions/OnDuplicate/update``.
  ///
  /// The load calls the hook `awakeFromInsert()` of each new object before it sets the object's values. If the load
  /// fails, all changes that the hook has made to other objects are reverted.
  ///
  /// - Throws: One of these errors. In this case, the context is unchanged.
  ///   - ``ValidationReport`` if the data contain an error.
  ///   - ``FileReadError`` if a file cannot be read.
  ///   - ``ManagedObjectError`` if an entity is unknown.
  ///   - Any error of the store.
  /// - Complexity: O(*n*) in the number of bytes of the sources.
  @discardableResult public func load(
    _ sources: LoadSource..., options: LoadOptions = LoadOptions()
  ) throws -> LoadResult {
    try load(sources, options: options)
  }

  /// Loads data from an array of sources. See ``load(_:options:)-(LoadSource...,_)``.
  ///
  /// - Complexity: O(*n*) in the number of bytes of the sources.
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
    // A hook that saves would save objects that may have to be reverted. A hook that rolls back or resets would
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
