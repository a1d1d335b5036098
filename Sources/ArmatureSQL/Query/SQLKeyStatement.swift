/// A statement about the objects with some keys. The keys are bound when the statement runs.
struct SQLKeyStatement {
  /// The statement for a single key, which is the most common case. The database then needs a single lookup.
  private let one: SQLStatement
  private let several: SQLStatement
  /// The number of parameters for the keys. It is 1 if the keys are bound as an array. Otherwise each key of a batch
  /// has its own parameter.
  private let placeCount: Int

  private static let batchSize = 256

  /// - Parameter text: A closure that returns the statement. It receives a condition on a key, which follows the name
  ///   of the key's column.
  init(_ dialect: any SQLDialect, _ text: (_ condition: SQLStatement) -> SQLStatement) {
    one = text("= \(value: .null)")
    if dialect.takesArrays {
      placeCount = 1
      several = text("= ANY(\(value: .null))")
    } else {
      placeCount = Self.batchSize
      let places = (0..<placeCount).map { _ in "\(value: .null)" as SQLStatement }
      several = text("IN (\(places.joined(by: ", ")))")
    }
  }

  /// Runs the statement for some keys, as often as necessary.
  func forEachRow(
    of keys: some Collection<Int64>, on connection: any SQLConnection,
    _ visit: (any SQLRow) throws -> Void
  ) throws {
    if keys.count == 1 {
      return try run(one, placeCount: 1, on: connection, visit) { cursor in
        for key in keys { cursor.bind(key, at: 0) }
      }
    }
    var rest = keys[...]
    while !rest.isEmpty {
      let batch = rest.prefix(placeCount > 1 ? placeCount : .max)
      rest = rest.dropFirst(batch.count)
      try run(several, placeCount: placeCount, on: connection, visit) {
        $0.bind(keys: batch, placeCount: placeCount)
      }
    }
  }

  private func run(
    _ statement: SQLStatement, placeCount: Int, on connection: any SQLConnection,
    _ visit: (any SQLRow) throws -> Void, bindingKeys bindKeys: (any SQLCursor) -> Void
  ) throws {
    let cursor = try connection.prepare(statement.text)
    defer { connection.giveBack(cursor) }
    bindKeys(cursor)
    for (place, value) in statement.values.enumerated().dropFirst(placeCount) {
      cursor.bind(value, at: place)
    }
    while try cursor.step() { try visit(cursor) }
  }
}
