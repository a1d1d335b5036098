import ArmatureModel

extension ManagedObjectContext {
  /// Loads JSON into new objects, whose references may lead to each other in any order of sources.
  ///
  /// Loading collects every mistake: wrong types, unknown keys, missing values, inexact numbers, bad
  /// dates, duplicate keys and identities, broken references, references that contradict each other, and
  /// broken rules, each with file, line, column and JSON path. It does not save.
  ///
  /// Each object gets its `awakeFromInsert()` before its values are read. What that does to other
  /// objects is taken back with a load that fails, unless it deletes objects that were never saved.
  ///
  /// One error keeps everything out, unless ``LoadOptions/onFailure`` says otherwise.
  ///
  /// - Throws: ``ValidationReport`` if there is any error, ``FileReadError`` if a file cannot be read,
  ///   ``ManagedObjectError`` for an unknown entity. The context is then as it was before.
  /// - Complexity: O(*n*) in the bytes of the sources.
  @discardableResult public func load(
    _ sources: JSONSource..., options: LoadOptions = LoadOptions()
  ) throws -> LoadResult {
    try load(sources, options: options)
  }

  /// Loads JSON from several sources; see ``load(_:options:)-(JSONSource...,_)``.
  @discardableResult public func load(
    _ sources: [JSONSource], options: LoadOptions = LoadOptions()
  ) throws -> LoadResult {
    try LoadSession(self, options).load(sources)
  }
}
