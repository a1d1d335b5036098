import ArmatureModel
import ArmatureSQL

/// The dialect of the trial's database, which cannot call this library. It leaves to the context what SQL does not
/// compute exactly.
struct TrialDialect: SQLDialect {
  func type(of kind: SQLKind) -> String {
    switch kind {
    case .truth, .integer, .key: "INTEGER"
    case .real, .date: "ANY"
    case .decimal, .text, .uuid, .url, .day, .list, .json: "TEXT"
    case .data, .externalData: "BLOB"
    }
  }

  var tableOptions: String { " STRICT" }
  var pairTableOptions: String { " STRICT, WITHOUT ROWID" }
  var referenceOptions: String? { " DEFERRABLE INITIALLY DEFERRED" }
  func constant(_ value: SQLStatement, _ kind: SQLKind) -> SQLStatement { value }
  var severalInsertion: String? { nil }
  var unlimited: SQLValue { .integer(-1) }

  func sorted(_ value: SQLStatement, isAscending: Bool) -> SQLStatement {
    isAscending ? value : "\(value) DESC"
  }

  func isSame(_ left: SQLStatement, _ right: SQLStatement) -> SQLStatement { "\(left) IS \(right)" }
  func isNumber(_ value: SQLStatement, _ kind: SQLKind) -> SQLStatement { "\(value) < ''" }
  var takesArrays: Bool { false }
  var comparesDecimals: Bool { false }
  var comparesMixedNumbers: Bool { true }
  func holds(_ value: AttributeValue) -> Bool { true }

  func exactAggregate(
    _ aggregate: FetchExpression.Aggregate, of value: SQLStatement
  ) -> SQLStatement? { nil }

  func isText(_ value: SQLStatement) -> SQLStatement { "FALSE" }

  func contains(_ text: SQLStatement, _ part: SQLStatement) -> SQLStatement {
    "instr(\(text), \(part)) > 0"
  }

  /// The trial does not migrate.
  func newValue(_ computation: SQLComputation) -> SQLStatement { "NULL" }
  func converted(_ column: SQLStatement, from former: SQLKind, to kind: SQLKind) -> SQLStatement? {
    nil
  }

  var sums: SQLSums { .exact }

  func explanation(of statement: SQLStatement) -> (statement: SQLStatement, column: Int) {
    ("EXPLAIN QUERY PLAN \(statement)", 3)
  }

  var functions: (any SQLFunctions)? { nil }
}
