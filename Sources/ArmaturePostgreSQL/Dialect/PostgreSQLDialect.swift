import ArmatureModel
import ArmatureSQL

/// The PostgreSQL dialect.
struct PostgreSQLDialect: SQLDialect {
  /// The number of a stepwise migration, which stores computed values in permanent tables; `nil` for temporary tables
  /// of the transaction.
  var stepwise: UInt32?

  /// Texts are compared by their bytes, in any locale of the database.
  func type(of kind: SQLKind) -> String {
    switch kind {
    case .text, .url: "text COLLATE \"C\""
    default: name(of: kind)
    }
  }

  /// Returns the name of a type without its collation.
  func name(of kind: SQLKind) -> String {
    switch kind {
    case .truth: "boolean"
    case .integer, .key: "bigint"
    case .real: "double precision"
    case .decimal: "numeric"
    case .text, .url: "text"
    case .date: "timestamptz"
    case .data, .externalData: "bytea"
    case .uuid: "uuid"
    case .day: "date"
    // Unlike `jsonb`, it keeps the order of members, the digits of numbers, and U+0000 in texts.
    case .json: "json"
    case .list(let element): SQLKind(element).flatMap(listed) ?? "text COLLATE \"C\""
    }
  }

  /// Returns the type of a list: an array; `nil` for values without a server type, which are stored as text.
  private func listed(_ kind: SQLKind) -> String? {
    if case .list = kind { return nil }
    return "\(name(of: kind))[]"
  }

  var tableOptions: String { "" }
  var pairTableOptions: String { "" }

  /// Foreign keys are added after all tables are created, because tables may refer to each other.
  var referenceOptions: String? { nil }

  /// The server infers the type of a parameter from its context, which two constants do not provide.
  func constant(_ value: SQLStatement, _ kind: SQLKind) -> SQLStatement {
    let typed: SQLStatement = "CAST(\(value) AS \(SQLStatement(text: name(of: kind))))"
    return kind == .text || kind == .url ? "\(typed) COLLATE \"C\"" : typed
  }

  /// A save has its own path, and a rejected statement makes the whole transaction fail.
  var severalInsertion: String? { nil }

  var unlimited: SQLValue { .null }

  func sorted(_ value: SQLStatement, isAscending: Bool) -> SQLStatement {
    isAscending ? "\(value) NULLS FIRST" : "\(value) DESC NULLS LAST"
  }

  func isSame(_ left: SQLStatement, _ right: SQLStatement) -> SQLStatement {
    "\(left) IS NOT DISTINCT FROM \(right)"
  }

  /// A time is never NaN.
  func isNumber(_ value: SQLStatement, _ kind: SQLKind) -> SQLStatement {
    kind == .date ? "TRUE" : "\(value) <> 'NaN'"
  }

  var takesArrays: Bool { true }
  var comparesDecimals: Bool { true }

  /// The server converts both to floating-point numbers.
  var comparesMixedNumbers: Bool { false }

  /// All data are stored in rows, so none is replaced by text.
  func isText(_ value: SQLStatement) -> SQLStatement { "FALSE" }

  func contains(_ text: SQLStatement, _ part: SQLStatement) -> SQLStatement {
    "strpos(\(text), \(part)) > 0"
  }

  func holds(_ value: AttributeValue) -> Bool { PostgreSQLRounding.value(value) != nil }

  /// In the server, a sum of integers has no limit.
  func exactAggregate(
    _ aggregate: FetchExpression.Aggregate, of value: SQLStatement
  ) -> SQLStatement? {
    let sum: SQLStatement = "SUM(\(value))"
    return switch aggregate {
    case .sum:
      "CASE WHEN \(sum) BETWEEN \(Int64.min) AND \(Int64.max) THEN CAST(\(sum) AS bigint) END"
    case .average: "CAST(\(sum) AS double precision) / COUNT(\(value))"
    default: nil
    }
  }

  /// The values are computed in advance and stored in a table.
  func newValue(_ computation: SQLComputation) -> SQLStatement {
    "(SELECT \(name: "value") FROM \(place(ofValues: computation))\(computation.key))"
  }

  /// Returns the part of a statement that looks up a function's values, up to the key of a row.
  func place(ofValues computation: SQLComputation) -> SQLStatement {
    let number: SQLStatement =
      stepwise == nil ? .empty : "\(name: "number") = \(computation.number) AND "
    return "\(table(ofValues: computation)) WHERE \(number)\(name: "key") = "
  }

  /// Returns the table with the computed values of a migration's function: one for each function or for all of the same
  /// type.
  func table(ofValues computation: SQLComputation) -> SQLStatement {
    let table: SQLStatement = "\(name: name(ofTableOfValues: computation))"
    // It needs no rights in the schema, and is dropped with the transaction.
    return stepwise == nil ? "pg_temp.\(table)" : table
  }

  /// Returns the name of that table.
  func name(ofTableOfValues computation: SQLComputation) -> String {
    guard let stepwise else { return "_armature_value_\(computation.number)" }
    let type = name(of: computation.kind).replacing("[]", with: "_array").replacing(" ", with: "_")
    return "\(Self.tablesOfValues)\(stepwise)_\(type)"
  }

  /// The prefix of the names of permanent tables of values.
  static let tablesOfValues = "_armature_values_"

  func converted(_ column: SQLStatement, from former: SQLKind, to kind: SQLKind) -> SQLStatement? {
    switch (kind, former) {
    case (.externalData, .data), (.data, .externalData): column
    case (.integer, .truth): "CAST(CAST(\(column) AS integer) AS bigint)"
    case (.text, .integer), (.decimal, .integer), (.real, .integer):
      "CAST(\(column) AS \(SQLStatement(text: name(of: kind))))"
    default: kind == former ? column : nil
    }
  }

  /// Its sums have no limit.
  var sums: SQLSums { .exact }

  func explanation(of statement: SQLStatement) -> (statement: SQLStatement, column: Int) {
    ("EXPLAIN \(statement)", 0)
  }

  var fullText: (any SQLFullTextDialect)? { PostgreSQLFullTextDialect() }

  /// The server cannot call this library.
  var functions: (any SQLFunctions)? { nil }
}
