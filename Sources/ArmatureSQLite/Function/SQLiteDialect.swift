import ArmatureModel
import ArmatureSQL

/// What SQLite says in words of its own.
struct SQLiteDialect: SQLDialect {
  /// A column of floating-point numbers has no type that would turn −0.0 into 0, and NaN into nothing; one of
  /// data or the name of its file takes both.
  func type(of kind: SQLKind) -> String {
    switch kind {
    case .truth, .integer, .key: "INTEGER"
    case .real, .date, .externalData: "ANY"
    case .decimal, .text, .uuid, .url, .day, .list: "TEXT"
    case .data: "BLOB"
    }
  }

  var tableOptions: String { " STRICT" }

  func isSame(_ left: SQLStatement, _ right: SQLStatement) -> SQLStatement { "\(left) IS \(right)" }

  /// All texts are greater than all numbers.
  func isNumber(_ value: SQLStatement) -> SQLStatement { "\(value) < ''" }

  func isText(_ value: SQLStatement) -> SQLStatement { "typeof(\(value)) = 'text'" }

  func contains(_ text: SQLStatement, _ part: SQLStatement) -> SQLStatement {
    "instr(\(text), \(part)) > 0"
  }

  var functions: (any SQLFunctions)? { SQLiteFunctions() }
}
