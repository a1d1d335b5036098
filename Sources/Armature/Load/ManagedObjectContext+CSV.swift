import ArmatureModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// CSV out: what ``ManagedObjectContext/load(_:options:)-([LoadSource],_)`` reads back.
extension ManagedObjectContext {
  /// The objects of one entity and its sub-entities as a table: a header row with keys, and a row each.
  ///
  /// The output is deterministic: columns in the order of the model, rows in the order of insertion, lines
  /// that end with `\r\n`, numbers and dates in their shortest exact form. As in JSON, a link stands on
  /// one side only, as the value that identifies the object at its end; here also that of a part to what
  /// it is a part of, since rows do not lie in each other. The row of a sub-entity names it under `@entity`.
  ///
  /// Absent values are empty cells, and empty texts are `""`, which ``CSVFormat/EmptyCells`` does not tell
  /// apart: read back, one of the two becomes the other, and an absent value the default if there is one.
  ///
  /// Without a delimiter in the format, that is a comma. With `guardsFormulas`, texts that a spreadsheet
  /// could take for a formula, since they begin with one of `= + - @` or white space, get an apostrophe
  /// before them, which stays when they are read back.
  ///
  /// - Throws: ``ValidationReport`` naming the values that have no text in CSV: composites, texts with a
  ///   NUL, lists whose values have the list separator in them, and links to what nothing names; or saying
  ///   that there is no such entity.
  public func csv(
    of entityName: String, format: CSVFormat = CSVFormat(), keys: KeyStrategy = .propertyNames,
    guardsFormulas: Bool = false
  ) throws -> Data {
    try keys.check(model)
    var writer = RowWriter(
      self, try position(ofEntity: entityName), format, keys, guardsFormulas: guardsFormulas)
    for object in objects(of: entityName) { writer.write(object) }
    return try writer.finish()
  }

  /// The position of an entity that is to be written.
  func position(ofEntity name: String) throws(ValidationReport) -> Int {
    if let position = runtime.index(of: name) { return position }
    let suggestion = nearMiss(name, in: model.entities.map(\.name))
    throw ValidationReport([
      ValidationFailure(entity: "", .unknownEntity(name: name, suggestion: suggestion))
    ])
  }
}
