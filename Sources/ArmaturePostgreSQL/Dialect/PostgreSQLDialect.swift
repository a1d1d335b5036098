import ArmatureModel
import ArmatureSQL

/// The parts of SQL that PostgreSQL has in its own way.
struct PostgreSQLDialect: SQLDialect {
  /// Texts are compared by their bytes, in any locale of the database.
  func type(of kind: SQLKind) -> String {
    switch kind {
    case .text, .url: "text COLLATE \"C\""
    default: name(of: kind)
    }
  }

  /// The name of a type alone.
  private func name(of kind: SQLKind) -> String {
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

  /// The values are computed before, and stand in a table of the transaction.
  func newValue(_ computation: SQLComputation) -> SQLStatement {
    let table = Self.table(ofValues: computation.number)
    return
      "(SELECT \(name: "value") FROM pg_temp.\(name: table) WHERE \(name: "key") = \(computation.key))"
  }

  /// The table of the values that a function of a migration has computed.
  static func table(ofValues number: Int) -> String { "_armature_value_\(number)" }

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
