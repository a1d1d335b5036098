/// Why a part of a request is not answered by SQL: it would not mean exactly what memory means.
struct SQLInexact: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}

extension SQLSchema {
  /// The table of an entity of the model.
  func knownTable(of entity: String) throws -> SQLTable {
    guard let table = table(of: entity) else { throw SQLInexact("\(entity) has no table") }
    return table
  }
}
