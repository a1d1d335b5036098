import ArmatureModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// CSV output, which ``ManagedObjectContext/load(_:options:)-([LoadSource],_)`` reads back.
extension ManagedObjectContext {
  /// Returns the objects of one entity and its sub-entities as a table: a header row with keys, and a row for each
  /// object.
  ///
  /// The output is deterministic. Columns are in the order of the model, rows in the order of insertion, and lines
  /// end with `\r\n`. Numbers and dates have their shortest exact form. As in JSON, a link is written on one side
  /// only, as the identifying value of the related object. Rows cannot be nested, so the row of a part also contains
  /// the link to its owner. The row of a sub-entity names it under `@entity`.
  ///
  /// If rows contain a link to the owner of an ordered list, they are in the order of that list. The elements of a
  /// composite have separate columns, with a point between the keys: `address.city`.
  ///
  /// Missing values are empty cells, or `\N` if the attribute has a default or the table has one column. Empty
  /// strings, data and lists of values are `""`, and a list of one empty string is `\E`. So a load restores equal
  /// objects.
  ///
  /// The delimiter is a comma unless the format has another. A spreadsheet may interpret a string as a formula if it
  /// begins with `=`, `+`, `-`, `@` or white space. With `guardsFormulas`, such strings get an apostrophe in front,
  /// as do references to objects that such a string identifies. The apostrophe stays when they are read back.
  ///
  /// - Throws: ``ValidationReport`` that names the values without a CSV form: lists with values that contain the list
  ///   separator, and links to objects without an identity. Also if two columns have the same key, or the entity is
  ///   unknown.
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

  /// Returns the objects of all entities as tables, like ``csv(of:format:keys:guardsFormulas:)``, for files named
  /// after the entities.
  ///
  /// The result has a table for each entity with objects, in the order of the model. Objects of a sub-entity are in
  /// the table of its topmost parent. Loading the tables together restores equal objects.
  ///
  /// - Throws: ``ValidationReport`` that names the values of all entities without a CSV form.
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
