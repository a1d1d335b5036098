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
  /// The output is deterministic: columns in the order of the model, rows in the order of insertion,
  /// lines that end with `\r\n`, numbers and dates in their shortest exact form. As in JSON, a link
  /// stands on one side only, as the value that identifies the object at its end. Rows cannot be nested,
  /// so the row of a part also has the link to the object that it is a part of. The row of a sub-entity
  /// names it under `@entity`.
  ///
  /// Rows with a link to the owner of an ordered list that they stand in have the order of that list. The
  /// elements of a composite have columns of their own, with a point between the keys: `address.city`.
  ///
  /// Absent values are empty cells, or `\N` where the attribute has a default or the table one column. Empty texts,
  /// data and lists of values are `""`, and a list of one empty text is `\E`. So what is read back is equal.
  ///
  /// The delimiter is a comma unless the format has another. With `guardsFormulas`, texts that a spreadsheet
  /// could take for a formula, since they begin with one of `= + - @` or white space, get an apostrophe
  /// before them, which stays when they are read back; so do the references to objects that such a text identifies.
  ///
  /// - Throws: ``ValidationReport`` naming the values that have no text in CSV: lists
  ///   whose values have the list separator in them, and links to objects that nothing identifies; or
  ///   saying that two columns have the same key, or that there is no such entity.
  /// - Complexity: O(*n* log *n*) in the number of objects, and O(*n*) in that of their values and
  ///   links.
  public func csv(
    of entityName: String, format: CSVFormat = CSVFormat(), keys: KeyStrategy = .propertyNames,
    guardsFormulas: Bool = false
  ) throws -> Data {
    try keys.check(model)
    var writer = RowWriter(
      self, try position(ofEntity: entityName), format, keys, guardsFormulas: guardsFormulas)
    let objects = writer.order(objects(of: entityName))
    writer.reserve(objects.count)
    for object in objects { writer.write(object) }
    return try writer.finish()
  }

  /// The objects of all entities as tables, as ``csv(of:format:keys:guardsFormulas:)`` makes them, to be kept
  /// in files that are named after the entities.
  ///
  /// There is one for each entity that has objects, in the order of the model; a sub-entity's are in the
  /// table of its topmost parent. Loaded together, they read back equal.
  ///
  /// - Throws: ``ValidationReport`` naming the values of all entities that have no text in CSV.
  /// - Complexity: O(*n* log *n*) in the number of objects, and O(*n*) in that of their values and
  ///   links.
  public func csv(
    format: CSVFormat = CSVFormat(), keys: KeyStrategy = .propertyNames,
    guardsFormulas: Bool = false
  ) throws -> [(entity: String, table: Data)] {
    try keys.check(model)
    var report = ValidationReport()
    var tables: [(entity: String, table: Data)] = []
    for entity in model.entities where entity.parent == nil && !objects(of: entity.name).isEmpty {
      do {
        let table = try csv(
          of: entity.name, format: format, keys: keys, guardsFormulas: guardsFormulas)
        tables.append((entity.name, table))
      } catch let failures as ValidationReport {
        report.append(contentsOf: failures)
      }
    }
    guard report.isEmpty else { throw report }
    return tables
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
