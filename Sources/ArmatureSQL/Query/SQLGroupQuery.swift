package import Armature
package import ArmatureModel

/// A request for groups or distinct rows, as SQL.
package struct SQLGroupQuery {
  /// Finds the rows, in the order of the first object of each.
  package let statement: SQLStatement
  /// The kind of the values in each column, and whether the column is a sum. The kind is `nil` if the column never has
  /// a value.
  private let columns: [(kind: SQLKind?, isSum: Bool)]
  /// Whether the statement fails if a sum exceeds 64 bits. It does not fail with ``SQLSums/exact``.
  package let hasFailingSum: Bool

  /// Translates a request that was checked against the model. Its condition on rows, its sort orders, its limit and its
  /// offset are not translated.
  ///
  /// - Returns: `nil` if SQL would not have exactly the same result as memory.
  package init?(_ request: FetchRowRequest, _ database: SQLDatabase, sums: SQLSums) throws {
    do {
      try self.init(exactly: request, database, sums)
    } catch is SQLInexact {
      return nil
    }
  }

  private init(
    exactly request: FetchRowRequest, _ database: SQLDatabase, _ sums: SQLSums
  ) throws {
    let (writer, source) = (SQLWriter(database, sums: sums), request.source)
    let scope = try writer.scope(of: source.entity)
    let terms = try writer.within(scope) {
      if source.predicate != .constant(true) {
        scope.conditions.append("(\(try writer.condition(source.predicate)))")
      }
      return try request.columns.map(writer.column)
    }
    try scope.limit(toEntitiesOf: source, database.schema)
    hasFailingSum = writer.hasFailingSum
    columns = zip(request.columns, terms).map { ($1.kind, $0.aggregate == .sum) }
    // Group by position: a database regards expressions with bound values as different, even if the values are equal.
    let keys = request.columns.indices.filter { request.columns[$0].aggregate == nil }
    let groups = SQLStatement(text: keys.map { "\($0 + 1)" }.joined(separator: ", "))
    let key: SQLStatement = "\(name: scope.root.alias).\(name: SQLTable.key)"
    let rest: SQLStatement =
      keys.isEmpty ? .empty : " GROUP BY \(groups) ORDER BY MIN(\(key))"
    statement =
      "SELECT \(terms.map(\.text).joined(by: ", ")) FROM \(scope.source)\(scope.filter)\(rest)"
    guard statement.values.count <= SQLWriter.mostValues else {
      throw SQLInexact("it has more values than can be bound")
    }
  }

  /// Returns the values of the current row of a statement.
  package func read(_ row: any SQLRow) -> [AttributeValue] {
    columns.indices.map { position in
      let (kind, isSum) = columns[position]
      guard let kind else { return .null }
      // The sum of no values is the integer 0, even if other sums are of another kind.
      if isSum, row.kind(at: position) == .integer { return .int(row.integer(at: position)) }
      return row.value(at: position, as: kind)
    }
  }
}

extension SQLWriter {
  /// Returns a column of grouped rows.
  func column(_ column: FetchColumn) throws -> SQLTerm {
    let isObject = column.expression == .keyPath([])
    if isObject, column.aggregate == .count { return SQLTerm("COUNT(*)", .integer) }
    let term = try term(column.expression)
    if column.expression.hasSum, term.kind != .integer {
      throw SQLInexact("a sum of nothing is a whole number, whatever its other values are")
    }
    if term.kind == .date, try !isOneColumn(column.expression) {
      throw SQLInexact("a date with a zone takes two columns")
    }
    if let aggregate = column.aggregate {
      return try self.aggregate(aggregate, of: term, sumOfNothing: .integer(0))
    }
    switch term.kind {
    case nil, .truth, .integer, .decimal, .text, .data, .uuid, .day: return term
    // Equal values of these kinds may have different bytes, or the objects may belong to several entities.
    case .real, .date, .url, .list, .json, .key, .externalData:
      throw SQLInexact("it groups by what has no equal bytes")
    }
  }

  /// Whether a path leads to an attribute stored in a single column.
  private func isOneColumn(_ expression: FetchExpression) throws -> Bool {
    guard case .keyPath(let path) = expression, let scope = scopes.last else { return false }
    var entity = scope.root.entity
    for (index, name) in path.names.enumerated() {
      switch schema.place(of: name, in: entity)?.0 {
      case .link(let link): entity = link.destination
      case .value(.column): return index == path.names.count - 1
      default: return false
      }
    }
    return false
  }
}

extension FetchExpression {
  /// Whether the expression contains a sum.
  fileprivate var hasSum: Bool {
    var found = false
    FetchNode.expression(self).forEach { node, _ in
      if case .expression(.aggregate(.sum, _)) = node { found = true }
    }
    return found
  }
}
