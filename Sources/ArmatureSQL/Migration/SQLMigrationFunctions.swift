import ArmatureModel

/// What the statements of a migration have this library compute, by the numbers that they call it with.
package final class SQLMigrationFunctions {
  /// Makes the value of a new column of those of old ones; none where there is none that is the same.
  package typealias Function = ([SQLValue]) throws -> SQLValue

  private var functions: [Function] = []
  private var failure: (any Error)?

  package init() {}

  func add(_ function: @escaping Function) -> Int {
    functions.append(function)
    return functions.count - 1
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
