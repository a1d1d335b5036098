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
  /// The first row contains the keys of the properties, and each other row contains the values of one object. If you
  /// load the table again, you get equal objects. The same objects always result in the same text, so you can compare
  /// two versions of a file.
  ///
  /// The format follows these rules:
  /// - The columns are in the order of the model. The rows are in the order in which the objects were inserted. If the
  ///   objects belong to an ordered relationship, the rows have the order of this relationship.
  /// - A link is written as the identifying value of the related object, and on one side of the relationship only. If
  ///   an object is part of another one, the row of the part contains the link to its owner.
  /// - If an object belongs to a sub-entity, the column `@entity` contains the name of the sub-entity.
  /// - Each element of a composite has its own column, such as `address.city`.
  /// - Numbers and dates are written in their shortest exact form. Lines end with `\r\n`, and the default delimiter is
  ///   a comma.
  ///
  /// A missing value is written as an empty cell, whereas an empty string, empty data and an empty list are written as
  /// `""`. An empty cell can be ambiguous, because the attribute has a default or the table has only one column. In
  /// this case, a missing value is written as `\N`. If the format has a ``CSVFormat/nullText``, all missing values are
  /// written as this text.
  ///
  /// Other values without an obvious text have signs:
  /// - `\E` is a list that contains only an empty string, or a link to an object whose identity is empty.
  /// - `\1` in the first cell of a composite means that the composite has no values. For a nested composite, the number
  ///   is higher.
  /// - `\|` is the list separator within a value of a list.
  /// - `\NaN`, `\Infinity` and `\-Infinity` are numbers. A date without a usual form is a backslash and the seconds
  ///   since 2001.
  ///
  /// A spreadsheet app may run a cell as a formula if the cell begins with `=`, `+`, `-`, `@` or white space. To
  /// prevent this, pass true for `guardsFormulas`: such a string is then written with `\'` before it. If you load the
  /// table again, these two characters are removed.
  ///
  /// - Throws: ``ValidationReport`` with each value that cannot be written as CSV. Examples are a character that the
  ///   encoding of the format lacks, and a link to an object without an identity. The report is also thrown if two
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
  /// Each table has the format of ``csv(of:format:keys:guardsFormulas:)``. Write each table to a file that is named
  /// after its entity, such as `Book.csv`. If you load all these files together, you get equal objects.
  ///
  /// The tables are in the order of the entities in the model. An entity and its sub-entities share one table, which is
  /// named after the topmost parent entity.
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
