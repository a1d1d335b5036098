import ArmatureModel

extension ManagedObjectContext {
  /// Loads JSON or CSV data and creates an object for each record.
  ///
  /// You can load several sources together. A reference may lead to a record of any source. A load does not save: call
  /// ``save()`` when you are satisfied with the result.
  ///
  /// By default, a record with the identity of an existing object is a failure. With
  /// ``LoadOptions/OnDuplicate/update``, it updates that object instead.
  ///
  /// A load collects all failures of the data. Each failure has a file, a line, a column, and its path within JSON.
  /// Examples are wrong types, unknown keys, missing values, duplicate identities, broken references, and broken rules
  /// of the model. A single error rejects the whole load, unless you set ``LoadOptions/onFailure``.
  ///
  /// The hook `awakeFromInsert()` of each object is called before its values are set. If the load fails, the changes
  /// that the hook has made to other objects are reverted.
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
