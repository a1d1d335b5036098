import ArmatureModel

/// The functions that the statements of a migration call, by number.
package final class SQLMigrationFunctions {
  /// A function that computes the value of a new column from old values. It returns null if the value cannot be
  /// represented.
  package typealias Function = ([SQLValue]) throws -> SQLValue

  private var functions: [Function] = []
  /// The computations, by number.
  package private(set) var computations: [SQLComputation] = []
  private var failure: (any Error)?

  package init() {}

  /// Registers a function, which receives some values of each row.
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

  /// Returns the result of a function. Returns null for an unknown function, and after a failure.
  package func result(_ number: Int, _ arguments: [SQLValue]) -> SQLValue {
    guard functions.indices.contains(number), failure == nil else { return .null }
    do {
      return try functions[number](arguments)
    } catch {
      failure = error
      return .null
    }
  }

  /// Throws the first error of a function since the statements began.
  package func throwFailure() throws {
    if let failure { throw failure }
  }
}
