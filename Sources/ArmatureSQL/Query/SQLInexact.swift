/// The reason why SQL cannot answer a part of a request: the result would not be exactly the same as in memory.
struct SQLInexact: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}

extension SQLSchema {
  /// Returns the table of an entity of the model.
  func knownTable(of entity: String) throws -> SQLTable {
    guard let table = table(of: entity) else { throw SQLInexact("\(entity) has no table") }
    return table
  }
}
