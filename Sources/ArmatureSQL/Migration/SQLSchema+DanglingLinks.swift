package import Armature
import ArmatureModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension SQLSchema {
  /// Returns the links in the tables that lead to missing rows.
  ///
  /// - Parameter areHidden: True to find links that read as `nil`. False to find links that the database must not
  ///   contain.
  /// - Complexity: O(*n*) in the number of rows with links.
  package func danglingLinks(
    _ connection: any SQLConnection, storeID: UUID, areHidden: Bool = false
  ) throws -> ValidationReport {
    let tables = SQLOldTables(schema: self)
    var failures: [ValidationFailure] = []
    for entity in model.entities where !entity.isAbstract {
      for (property, place) in zip(entity.persistentProperties, places[entity.name] ?? []) {
        guard areHidden ? place.hidesDanglingLinks : place.isWatched,
          let links = danglingLinks(of: entity, place, tables)
        else { continue }
        try connection.forEachRow(of: links) { row in
          let (owner, end) = (row.integer(at: 0), row.integer(at: 1))
          let destination = row.text(at: 2) ?? property.asRelationship?.destination ?? ""
          failures.append(
            ValidationFailure(
              entity: entity.name,
              objectID: ManagedObjectID(entityName: entity.name, key: owner, storeID: storeID),
              keyPath: [property.name],
              .danglingReference(
                ValidationFailure.Object(
                  entity: destination,
                  id: ManagedObjectID(entityName: destination, key: end, storeID: storeID))),
              severity: place.isWatched ? .error : .warning, ruleSite: property.site))
        }
      }
    }
    return ValidationReport(failures)
  }

  /// Returns a statement that finds the links of a property that lead to missing rows. It returns the keys of both
  /// objects. If the rows store the entity of the missing object, it is also returned.
  private func danglingLinks(
    of entity: EntityDescription, _ place: SQLPlace, _ tables: SQLOldTables
  ) -> SQLStatement? {
    let alias = SQLRowMapping.alias
    guard let rows = tables.rows(of: entity.name, as: alias),
      let table = table(of: entity.name)
    else { return nil }
    let key: SQLStatement = "\(name: alias).\(name: SQLTable.key)"
    var (source, end, destination): (SQLStatement, SQLStatement, SQLStatement)
    let target: Int
    switch place {
    case .value, .column: return nil
    case .link(let link):
      (source, target) = (rows.source, link.table)
      end = "\(name: alias).\(name: table.columns[link.key].name)"
      destination = link.entity.map { "\(name: alias).\(name: table.columns[$0].name)" } ?? "NULL"
    case .pairs(let pairs):
      source =
        "\(rows.source) JOIN \(name: pairs.name) AS \(name: "p") ON \(name: "p").\(name: pairs.owner) = \(key)"
      (end, destination, target) = ("\(name: "p").\(name: pairs.member)", "NULL", pairs.memberTable)
    }
    let condition = rows.condition.map { "\($0) AND " as SQLStatement } ?? .empty
    return """
      SELECT \(key), \(end), \(destination) FROM \(source) WHERE \(condition)\(end) IS NOT NULL \
      AND NOT \(tables.isThere(end, in: target))
      """
  }
}
