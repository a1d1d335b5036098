import ArmatureModel

/// What the statements of a migration have this library compute, by the numbers that they call it with.
package final class SQLMigrationFunctions {
  /// Makes the value of a new column of those of old ones; none where there is none that is the same.
  package typealias Function = ([SQLValue]) throws -> SQLValue

  private var functions: [Function] = []
  /// What is computed, by its number.
  package private(set) var computations: [SQLComputation] = []
  private var failure: (any Error)?

  package init() {}

  /// Notes a function, which gets some values of each of some rows.
  func add(
    _ kind: SQLKind, of arguments: [SQLStatement], key: SQLStatement, rows: SQLStatement,
    _ function: @escaping Function
  ) -> SQLComputation {
    let computation = SQLComputation(
      number: functions.count, kind: kind, arguments: arguments, key: key, rows: rows)
    functions.append(function)
    computations.append(computation)
    return computation
  }

  /// The result of a function; none where there is no such function, or it has failed.
  package func result(_ number: Int, _ arguments: [SQLValue]) -> SQLValue {
    guard functions.indices.contains(number), failure == nil else { return .null }
    do {
      return try functions[number](arguments)
    } catch {
      failure = error
      return .null
    }
  }

  /// Throws what a function has thrown since the statements began.
  package func throwFailure() throws {
    if let failure { throw failure }
  }
}
