import ArmatureModel
import ArmatureSQL

/// The parts of SQL that PostgreSQL has in its own way.
struct PostgreSQLDialect: SQLDialect {
  /// The number of a migration that goes step by step, whose computed values stand in tables of its own; `nil` for tables
  /// of the transaction.
  var stepwise: UInt32?

  /// Texts are compared by their bytes, in any locale of the database.
  func type(of kind: SQLKind) -> String {
    switch kind {
    case .text, .url: "text COLLATE \"C\""
    default: name(of: kind)
    }
  }

  /// The name of a type alone.
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
    case .list(let element): SQLKind(element).flatMap(listed) ?? "text COLLATE \"C\""
    }
  }

  /// The type of a list: an array, or text for values that have no type of the server.
  private func listed(_ kind: SQLKind) -> String? {
    if case .list = kind { return nil }
    return "\(name(of: kind))[]"
  }

  var tableOptions: String { "" }
  var pairTableOptions: String { "" }

  /// The keys of tables that lead to each other are added when all of them are there.
  var referenceOptions: String? { nil }

  /// The server knows the type of a place by what stands beside it, and with two constants nothing does.
  func constant(_ value: SQLStatement, _ kind: SQLKind) -> SQLStatement {
    let typed: SQLStatement = "CAST(\(value) AS \(SQLStatement(text: name(of: kind))))"
    return kind == .text || kind == .url ? "\(typed) COLLATE \"C\"" : typed
  }

  /// A save has a way of its own, and nothing of a transaction stays whose statement was refused.
  var severalInsertion: String? { nil }

  var unlimited: SQLValue { .null }

  func sorted(_ value: SQLStatement, isAscending: Bool) -> SQLStatement {
    isAscending ? "\(value) NULLS FIRST" : "\(value) DESC NULLS LAST"
  }

  func isSame(_ left: SQLStatement, _ right: SQLStatement) -> SQLStatement {
    "\(left) IS NOT DISTINCT FROM \(right)"
  }

  /// A time is a number, or there is none.
  func isNumber(_ value: SQLStatement, _ kind: SQLKind) -> SQLStatement {
    kind == .date ? "TRUE" : "\(value) <> 'NaN'"
  }

  var takesArrays: Bool { true }
  var comparesDecimals: Bool { true }

  /// The server makes floating-point numbers of both.
  var comparesMixedNumbers: Bool { false }

  /// Data that may stand in files are in the rows, and a text has no type then.
  func isText(_ value: SQLStatement) -> SQLStatement { "FALSE" }

  func contains(_ text: SQLStatement, _ part: SQLStatement) -> SQLStatement {
    "strpos(\(text), \(part)) > 0"
  }

  func holds(_ value: AttributeValue) -> Bool { PostgreSQLKept.value(value) != nil }

  /// A sum of whole numbers has no limit in the server.
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

  /// The values are computed before, and stand in a table.
  func newValue(_ computation: SQLComputation) -> SQLStatement {
    "(SELECT \(name: "value") FROM \(place(ofValues: computation))\(computation.key))"
  }

  /// What a statement has that reads the values of a function, up to the key of a row.
  func place(ofValues computation: SQLComputation) -> SQLStatement {
    let number: SQLStatement =
      stepwise == nil ? .empty : "\(name: "number") = \(computation.number) AND "
    return "\(table(ofValues: computation)) WHERE \(number)\(name: "key") = "
  }

  /// The table of the values that a function of a migration has computed: one for each function, or for all of the same type.
  func table(ofValues computation: SQLComputation) -> SQLStatement {
    let table: SQLStatement = "\(name: name(ofTableOfValues: computation))"
    // It has rights of its own, and is gone with the transaction.
    return stepwise == nil ? "pg_temp.\(table)" : table
  }

  /// The name of that table.
  func name(ofTableOfValues computation: SQLComputation) -> String {
    guard let stepwise else { return "_armature_value_\(computation.number)" }
    let type = name(of: computation.kind).replacing("[]", with: "_array").replacing(" ", with: "_")
    return "\(Self.tablesOfValues)\(stepwise)_\(type)"
  }

  /// What the names of the tables of values begin with that are none of a transaction.
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

  /// The server cannot call this library.
  var functions: (any SQLFunctions)? { nil }
}
