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
  /// The header row contains the keys. Each other row contains the values of an object. If you load the table, you get
  /// equal objects.
  ///
  /// The output is the same for the same objects:
  /// - The columns are in the order of the model, and the rows in the order of insertion. If rows contain a link to the
  ///   owner of an ordered list, they are in the order of that list.
  /// - Numbers and dates have their shortest exact form. Lines end with `\r\n`.
  /// - A link is written on one side only, as the identifying value of the related object. The row of a part contains
  ///   the link to its owner, because rows cannot be nested.
  /// - The row of an object of a sub-entity contains the name of the sub-entity under `@entity`.
  /// - Each element of a composite has its own column, with a dot between the keys, as in `address.city`.
  ///
  /// A missing value is an empty cell. If the attribute has a default, or if the table has only one column, a missing
  /// value is written as `\N`. An empty string, empty data and an empty list are written as `""`. A list of one empty
  /// string is written as `\E`.
  ///
  /// The default delimiter is a comma.
  ///
  /// A spreadsheet may interpret a string that begins with `=`, `+`, `-`, `@` or white space as a formula. With
  /// `guardsFormulas`, the output has an apostrophe before such a string. This also applies to references that contain
  /// such a string. If you load the table, the apostrophe becomes part of the string.
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

  /// Returns the objects of all entities as CSV tables.
  ///
  /// Each table has the format of ``csv(of:format:keys:guardsFormulas:)``. Write it to a file with the name of the
  /// entity, such as `Book.csv`.
  ///
  /// The result contains a table for each entity that has objects, in the order of the model. The objects of a
  /// sub-entity are in the table of its topmost parent entity. If you load all tables together, you get equal objects.
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
