import ArmatureModel
import ArmatureSQLite
import ArmatureImport
import TestSupport

extension TemporaryFolder {
  /// Returns the tables and rows of a database created by statements.
  func database(
    _ statements: [String], dropsRowNumbers: Bool = false, types: [String: AttributeType] = [:]
  ) throws -> SQLiteModel {
    let path = try write("", to: "shop.db")
    let database = try ForeignDatabase(path)
    for statement in statements { try database.forEachRow(of: statement, columns: 0) { _ in } }
    return try SQLiteModel(
      contentsOf: path, readsRows: true, dropsRowNumbers: dropsRowNumbers, types: types)
  }
}
