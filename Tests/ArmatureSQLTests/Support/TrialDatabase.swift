import Armature
import ArmatureModel
import ArmatureSQL
import Foundation
import TestSupport

/// A new database with the tables of a model, for tests of a single type.
final class TrialDatabase {
  private let folder: TemporaryFolder
  let connection: TrialConnection
  let sql: SQLDatabase
  /// The last save that was started.
  private(set) var lastSave: SQLSave?

  init(
    _ model: ManagedObjectModel, _ dialect: any SQLDialect = TrialDialect(),
    externalData: (any SQLExternalData)? = nil
  ) throws {
    folder = try TemporaryFolder()
    connection = try TrialConnection(folder.file(), TrialLibrary())
    let schema = SQLSchema(model)
    sql = SQLDatabase(schema, dialect, storeID: UUID(), externalData: externalData)
    for statement in schema.creation(dialect) { try connection.run(statement) }
  }

  func id(_ entity: String, _ key: Int64) -> ManagedObjectID {
    ManagedObjectID(entityName: entity, key: key, storeID: sql.storeID)
  }

  /// Returns an object as the value of a relationship.
  func object(_ entity: String, _ key: Int64) -> AttributeValue { .object(id(entity, key)) }

  /// Returns the position of a property.
  func position(_ property: String, of entity: String) -> Int {
    sql.schema.model[entity]?.persistentProperties.firstIndex { $0.name == property } ?? -1
  }

  /// Returns a change with values by the names of properties.
  func change(
    _ kind: StoreChange.Kind, _ entity: String, _ key: Int64, version: UInt32 = 0,
    _ values: [String: AttributeValue] = [:], links: [StoreChange.Links] = []
  ) -> StoreChange {
    let values = values.sorted { $0.key < $1.key }.map {
      StoreChange.Value(property: position($0.key, of: entity), value: $0.value)
    }
    return StoreChange(id(entity, key), kind, version: version, values: values, links: links)
  }

  /// Returns a change of a to-many relationship whose destination has one entity.
  func links(
    _ relationship: String, of entity: String, to destination: String, adding added: [Int64] = [],
    removing removed: [Int64] = [], order: [Int64]? = nil
  ) -> StoreChange.Links {
    StoreChange.Links(
      property: position(relationship, of: entity), added: added.map { id(destination, $0) },
      removed: removed.map { id(destination, $0) }, order: order?.map { id(destination, $0) })
  }

  /// Writes changes in a transaction, which is rolled back if it fails.
  @discardableResult func save(
    _ changes: StoreChange..., version: UInt32, isSecondTry: Bool = false,
    on other: (any SQLConnection)? = nil
  ) throws -> [UInt32] {
    let save = SQLSave(
      StoreChanges(StoreTransaction(changes)), sql, other ?? connection, version: version,
      isSecondTry: isSecondTry)
    lastSave = save
    return try inTransaction { try save.write() }
  }

  /// Runs a body in a transaction, which is rolled back if the body fails. If the end of the transaction fails, it stays
  /// open, because the error is examined in it.
  func inTransaction<Result>(_ body: () throws -> Result) throws -> Result {
    try connection.run("BEGIN")
    let result: Result
    do {
      result = try body()
    } catch {
      try connection.run("ROLLBACK")
      throw error
    }
    try connection.run("COMMIT")
    return result
  }

  func run(_ statements: String...) throws {
    for text in statements { try connection.run(SQLStatement(text: text)) }
  }

  /// Returns the rows of a query, with bars between the values.
  func rows(_ query: String, _ columns: Int) throws -> [String] {
    try connection.rows(SQLStatement(text: query), columns)
  }
}

extension SQLConnection {
  /// Returns the rows of a statement, with bars between the values.
  func rows(_ statement: SQLStatement, _ columns: Int) throws -> [String] {
    var rows: [String] = []
    try forEachRow(of: statement) { row in
      rows.append((0..<columns).map { row.value(at: $0).picture }.joined(separator: "|"))
    }
    return rows
  }
}

extension SQLValue {
  /// The value as a short text.
  var picture: String {
    switch self {
    case .null: "-"
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .text(let text): text
    case .blob(let data): "\(data.count) bytes"
    }
  }
}
