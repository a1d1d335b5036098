import ArmatureModel
import ArmatureSQL

/// Calls of Armature's own functions, which compute the same results as in memory.
struct SQLiteFunctions: SQLFunctions {
  static let holds = "armature_holds"
  static let arithmetic = "armature_arithmetic"
  static let function = "armature_function"
  static let aggregate = "armature_aggregate"
  static let sortKey = "armature_sort_key"
  /// Receives the rows of a statement.
  static let rows = "armature_rows"
  /// Returns a value that a migration has computed.
  static let newValue = "armature_new_value"

  func holds(
    _ left: SQLTerm, _ comparison: FetchPredicate.Comparison, _ right: SQLTerm,
    _ options: FetchPredicate.Options
  ) -> SQLStatement {
    let operation = FetchPredicate.Comparison.allCases.firstIndex(of: comparison) ?? 0
    let code = SQLiteFunctionCode(operation, options: options, left.kind, right.kind)
    return call(Self.holds, code, [left, right])
  }

  func apply(
    _ operation: FetchExpression.Arithmetic, _ left: SQLTerm, _ right: SQLTerm, as kind: SQLKind
  ) -> SQLStatement {
    let position = FetchExpression.Arithmetic.allCases.firstIndex(of: operation) ?? 0
    let code = SQLiteFunctionCode(position, left.kind, right.kind, kind)
    return call(Self.arithmetic, code, [left, right])
  }

  func apply(
    _ function: FetchExpression.Function, _ value: SQLTerm, as kind: SQLKind
  ) -> SQLStatement {
    let position = FetchExpression.Function.allCases.firstIndex(of: function) ?? 0
    return call(Self.function, SQLiteFunctionCode(position, value.kind, kind), [value])
  }

  func aggregate(
    _ aggregate: FetchExpression.Aggregate, of value: SQLTerm, as kind: SQLKind
  ) -> SQLStatement {
    let position = FetchExpression.Aggregate.allCases.firstIndex(of: aggregate) ?? 0
    return call(Self.aggregate, SQLiteFunctionCode(position, value.kind, kind), [value])
  }

  func sortKey(_ value: SQLTerm, _ options: FetchPredicate.Options) -> SQLStatement {
    call(Self.sortKey, SQLiteFunctionCode(0, options: options, value.kind), [value])
  }

  func rows(_ columns: [SQLStatement]) -> SQLStatement? {
    if columns.count > Self.mostArguments { return nil }
    return "\(SQLStatement(text: Self.rows))(\(columns.joined(by: ", ")))"
  }

  /// The maximum number of arguments of a call, in any version of SQLite.
  private static let mostArguments = 100

  private func call(_ name: String, _ code: SQLiteFunctionCode, _ values: [SQLTerm]) -> SQLStatement
  {
    let arguments = values.map(\.text).joined(by: ", ")
    return "\(SQLStatement(text: name))(\(code.number), \(arguments))"
  }
}
