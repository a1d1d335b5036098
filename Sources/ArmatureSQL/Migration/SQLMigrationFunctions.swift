import ArmatureModel

/// What the statements of a migration have this library compute, by the numbers that they call it with.
package final class SQLMigrationFunctions {
  /// Makes the value of a new column of those of old ones; none where there is none that is the same.
  package typealias Function = ([SQLValue]) -> SQLValue

  private var functions: [Function] = []

  package init() {}

  func add(_ function: @escaping Function) -> Int {
    functions.append(function)
    return functions.count - 1
  }

  /// The result of a function; none where there is no such function.
  package func result(_ number: Int, _ arguments: [SQLValue]) -> SQLValue {
    functions.indices.contains(number) ? functions[number](arguments) : .null
  }
}
