import ArmatureModel
import ArmatureSQL

/// The SQLite dialect.
struct SQLiteDialect: SQLDialect {
  /// Columns of floating-point numbers accept any type, because a numeric column would turn −0.0 into 0, and NaN into
  /// null. Columns of data that may be stored in files contain either data or file names.
  func type(of kind: SQLKind) -> String {
    switch kind {
    case .truth, .integer, .key: "INTEGER"
    case .real, .date, .externalData: "ANY"
    case .decimal, .text, .uuid, .url, .day, .list, .json: "TEXT"
    case .data: "BLOB"
    }
  }

  var tableOptions: String { " STRICT" }
  var pairTableOptions: String { " STRICT, WITHOUT ROWID" }

  /// Checked at the end of a transaction, which inserts and deletes rows in any order.
  var referenceOptions: String? { " DEFERRABLE INITIALLY DEFERRED" }

  func constant(_ value: SQLStatement, _ kind: SQLKind) -> SQLStatement { value }

  /// Without FAIL, SQLite saves the old state of each page to be able to undo the earlier rows.
  var severalInsertion: String? { "INSERT OR FAIL" }

  var unlimited: SQLValue { .integer(-1) }

  func sorted(_ value: SQLStatement, isAscending: Bool) -> SQLStatement {
    isAscending ? value : "\(value) DESC"
  }

  func isSame(_ left: SQLStatement, _ right: SQLStatement) -> SQLStatement { "\(left) IS \(right)" }

  /// In SQLite, all texts are greater than all numbers.
  func isNumber(_ value: SQLStatement, _ kind: SQLKind) -> SQLStatement { "\(value) < ''" }

  /// Arrays are stored as texts.
  var takesArrays: Bool { false }
  var comparesDecimals: Bool { false }

  var comparesMixedNumbers: Bool { true }

  func holds(_ value: AttributeValue) -> Bool { true }

  /// A SQLite sum fails if it exceeds 64 bits, even temporarily.
  func exactAggregate(
    _ aggregate: FetchExpression.Aggregate, of value: SQLStatement
  ) -> SQLStatement? { nil }

  func isText(_ value: SQLStatement) -> SQLStatement { "typeof(\(value)) = 'text'" }

  func contains(_ text: SQLStatement, _ part: SQLStatement) -> SQLStatement {
    "instr(\(text), \(part)) > 0"
  }

  func newValue(_ computation: SQLComputation) -> SQLStatement {
    let arguments = ["\(computation.number)" as SQLStatement] + computation.arguments
    return "\(SQLStatement(text: SQLiteFunctions.newValue))(\(arguments.joined(by: ", ")))"
  }

  func converted(_ column: SQLStatement, from former: SQLKind, to kind: SQLKind) -> SQLStatement? {
    switch (kind, former) {
    case (.externalData, .data), (.integer, .truth): column
    case (.text, .integer), (.decimal, .integer): "CAST(\(column) AS TEXT)"
    case (.real, .integer): "CAST(\(column) AS REAL)"
    default: kind == former ? column : nil
    }
  }

  var sums: SQLSums { .failing }

  func explanation(of statement: SQLStatement) -> (statement: SQLStatement, column: Int) {
    ("EXPLAIN QUERY PLAN \(statement)", 3)
  }

  var functions: (any SQLFunctions)? { SQLiteFunctions() }
  var fullText: (any SQLFullTextDialect)? { SQLiteFullTextDialect() }
}
