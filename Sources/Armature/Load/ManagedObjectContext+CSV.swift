import ArmatureModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// CSV output, which ``ManagedObjectContext/load(_:options:)-([LoadSource],_)`` reads back.
extension ManagedObjectContext {
  /// Returns the objects of one entity and its sub-entities as a CSV table.
  ///
  /// The header row contains the keys of the properties, and each other row contains the values of one object. If you
  /// load the table, you get equal objects. The same objects always give the same text, so you can compare two versions
  /// of a file.
  ///
  /// The format follows these rules:
  /// - The columns are in the order of the model. The rows are in the order of insertion, or in the order of the
  ///   ordered list that their objects belong to.
  /// - A link is the identifying value of the related object, and is written on one side of the relationship only. The
  ///   row of a part contains the link to its owner.
  /// - The row of an object of a sub-entity contains the name of the sub-entity under `@entity`.
  /// - Each element of a composite has its own column, such as `address.city`.
  /// - Numbers and dates have their shortest exact form. Lines end with `\r\n`. The default delimiter is a comma.
  ///
  /// A missing value is an empty cell. An empty string, empty data and an empty list are written as `""`, so that
  /// they differ from a missing value. If an empty cell would be ambiguous, because the attribute has a default or the
  /// table has only one column, a missing value is written as `\N`. A list that contains only an empty string is
  /// written as `\E`.
  ///
  /// A spreadsheet may run a cell as a formula if its text begins with `=`, `+`, `-`, `@` or white space. If you pass
  /// true for `guardsFormulas`, the output contains an apostrophe before such a text. If you load the table again, the
  /// apostrophe becomes part of the text.
  ///
  /// - Throws: ``ValidationReport`` with each value that has no CSV form. Such a value is a list with a value that
  ///   contains the list separator, or a link to an object without an identity. The report is also thrown if two
  ///   columns have the same key, or if the entity is unknown.
  /// - Complexity: O(*n* log *n*) in the number of objects, and O(*n*) in the number of their values and links.
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

  /// Returns the objects of all entities as CSV tables, one for each entity that has objects.
  ///
  /// Each table has the format of ``csv(of:format:keys:guardsFormulas:)``. Write it to a file that has the name of the
  /// entity, such as `Book.csv`. If you load all these files together, you get equal objects.
  ///
  /// The tables are in the order of the model. The objects of a sub-entity are in the table of its topmost parent
  /// entity.
  ///
  /// - Throws: ``ValidationReport`` with each value that has no CSV form.
  /// - Complexity: O(*n* log *n*) in the number of objects, and O(*n*) in the number of their values and links.
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

  /// Returns the position of an entity to write.
  func position(ofEntity name: String) throws(ValidationReport) -> Int {
    if let position = runtime.index(of: name) { return position }
    let suggestion = nearMiss(name, in: model.entities.map(\.name))
    throw ValidationReport([
      ValidationFailure(entity: "", .unknownEntity(name: name, suggestion: suggestion))
    ])
  }
}
