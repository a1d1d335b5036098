package import Armature
import ArmatureModel

/// A request as SQL, as far as SQL answers it exactly.
package struct SQLRequest {
  /// The part of the request that the statements answer. It consists of the part of the condition that is exact, and
  /// the sort orders if all of them are exact. It has a limit and an offset only if nothing else is left to the
  /// context.
  package private(set) var request: FetchRequest
  /// The reason why a part of the request was left out; `nil` if SQL answers the whole request.
  package let omission: String?
  /// Unowned, because the database keeps requests, and outlives them.
  private unowned let database: SQLDatabase
  private let table: SQLTable
  private let entities: [String]
  private var source: SQLStatement
  private let alias: String
  private let orders: [SQLStatement]
  /// The conditions on the rows, if they concern a single table, and the request has no limit and no offset.
  private let ownCondition: SQLStatement?
  /// Whether the request finds all rows of a table, unordered.
  private let findsAll: Bool
  /// The query for the rows with their values. It is kept for requests of the same form.
  private var query: SQLRowQuery?

  /// Translates a request that suits the model.
  package init(_ request: FetchRequest, _ database: SQLDatabase) throws {
    let schema = database.schema
    let table = try schema.knownTable(of: request.entity)
    let draft = try SQLDraft(request, database)
    (self.database, self.table, self.request, omission) = (
      database, table, draft.request, draft.omission
    )
    entities = try draft.scope.limit(toEntitiesOf: request, schema)
    alias = draft.scope.root.alias
    source = " FROM \(draft.scope.source)\(draft.scope.filter)"
    orders = draft.orders
    findsAll = orders.isEmpty && draft.scope.conditions.isEmpty && !draft.scope.isJoined
    let isOfOneTable = !draft.scope.isJoined && request.limit == nil && request.offset == 0
    ownCondition = isOfOneTable ? draft.scope.condition : nil
  }

  /// Returns the request with another value. Returns `nil` unless the previous value occurs in the statement exactly
  /// once.
  func replacing(
    _ former: SQLValue, by value: SQLValue, for request: FetchRequest
  ) -> SQLRequest? {
    guard omission == nil, let source = source.replacing(former, by: value) else { return nil }
    var same = self
    (same.source, same.request) = (source, request)
    same.query = query.flatMap { query in
      query.statement.replacing(former, by: value).map {
        SQLRowQuery(statement: $0, reader: query.reader, isAggregate: query.isAggregate)
      }
    }
    return same
  }

  /// Generates the query for the rows with their values, and keeps it so that it can be reused with other values.
  mutating func keepQuery() { query = rows(includingValues: true) }

  /// Returns the statement that finds the rows, with their reader.
  package func rows(includingValues: Bool) -> SQLRowQuery {
    if includingValues, let query { return query }
    let reader = reader(includingValues: includingValues)
    // With a condition, ORDER BY the key keeps the database from using an index that matches most rows, which takes
    // longer than reading all rows.
    if findsAll, !isPaged, let aggregate = reader.aggregate {
      return SQLRowQuery(
        statement: "SELECT \(aggregate)\(source)", reader: reader, isAggregate: true)
    }
    return SQLRowQuery(statement: listing(reader), reader: reader, isAggregate: false)
  }

  /// The statement that lists the rows with their values in their order.
  package var listing: SQLStatement { listing(reader(includingValues: true)) }

  private func listing(_ reader: SQLRowReader) -> SQLStatement {
    let order = (orders + ["\(name: alias).\(name: SQLTable.key)"]).joined(by: ", ")
    return "SELECT \(reader.columns)\(source) ORDER BY \(order)\(page)"
  }

  private func reader(includingValues: Bool) -> SQLRowReader {
    database.reader(of: entities, in: table, alias: alias, includingValues: includingValues)
  }

  private var isPaged: Bool { request.limit != nil || request.offset != 0 }

  /// The statement that counts the rows.
  package var count: SQLStatement {
    if !isPaged { return "SELECT COUNT(*)\(source)" }
    return "SELECT COUNT(*) FROM (SELECT 1\(source)\(page)) AS \(name: "page")"
  }

  /// The table as named in an UPDATE or DELETE statement.
  var target: SQLStatement { "\(name: table.name) AS \(name: alias)" }

  /// The condition that selects the found rows of ``target``.
  var condition: SQLStatement {
    if let ownCondition { return ownCondition }
    let key: SQLStatement = "\(name: alias).\(name: SQLTable.key)"
    let order = (orders + [key]).joined(by: ", ")
    return "\(key) IN (SELECT \(key)\(source) ORDER BY \(order)\(page))"
  }

  private var page: SQLStatement {
    if !isPaged { return .empty }
    let limit = request.limit.map { SQLValue.integer(Int64($0)) } ?? database.dialect.unlimited
    let offset = Int64(request.offset)
    return " LIMIT \(value: limit) OFFSET \(value: .integer(offset))"
  }
}

/// The parts of a request, as far as they can be translated.
private struct SQLDraft {
  var request: FetchRequest
  let scope: SQLScope
  private(set) var omission: String?
  private(set) var orders: [SQLStatement] = []

  init(_ request: FetchRequest, _ database: SQLDatabase) throws {
    let writer = SQLWriter(database)
    (self.request, scope) = (request, try writer.scope(of: request.entity))
    let ranking = ranking(database)
    addCondition(writer, rankedBy: ranking)
    addOrders(writer, rankedBy: ranking)
    if omission != nil { (self.request.limit, self.request.offset) = (nil, 0) }
  }

  /// Joins the full-text index that sorts the rows by relevance.
  private mutating func ranking(_ database: SQLDatabase) -> SQLRanking? {
    guard let order = request.orderedBy.first(where: { $0.expression.isRelevance }),
      let ranking = SearchRanking(order.expression)
    else { return nil }
    var found: SQLRanking?
    let (scope, entity) = (scope, request.entity)
    _ = attempt {
      guard let dialect = database.dialect.fullText else {
        throw SQLInexact("the database has no full-text index")
      }
      let index = database.fullText(of: entity, ranking.query.tokenizer)
      let ranking = try SQLRanking(ranking, in: index, dialect)
      try scope.join(ranking.rows.join("\(name: scope.root.alias).\(name: SQLTable.key)"))
      scope.conditions.append(ranking.rows.condition)
      found = ranking
    }
    return found
  }

  private mutating func addCondition(_ writer: SQLWriter, rankedBy ranking: SQLRanking?) {
    let parts: [FetchPredicate] =
      if case .and(let parts) = request.predicate { parts } else { [request.predicate] }
    let scope = scope
    var valueCount = 0
    let kept = parts.filter { part in
      if part == .constant(true) { return true }
      if ranking?.answers(part) == true { return true }
      return attempt {
        let condition: SQLStatement
        do {
          condition = try writer.within(scope) { try writer.condition(part) }
        } catch let inexact as SQLInexact {
          // The context checks the part, but need not read all rows. Candidates for a smaller part say nothing.
          if case .comparison(_, .search, _, _, .one) = part, let candidates = inexact.candidates {
            scope.conditions.append("(\(candidates))")
          }
          throw inexact
        }
        guard valueCount + condition.values.count <= SQLWriter.mostValues else {
          throw SQLInexact("it has more values than can be bound")
        }
        valueCount += condition.values.count
        scope.conditions.append("(\(condition))")
      }
    }
    if kept.count == parts.count { return }
    request.predicate = .all(kept)
  }

  private mutating func addOrders(_ writer: SQLWriter, rankedBy ranking: SQLRanking?) {
    let (scope, orders) = (scope, request.orderedBy)
    var written: [SQLStatement] = []
    let isExact = attempt {
      written = try writer.within(scope) {
        try orders.flatMap { order in
          guard order.expression.isRelevance else { return try writer.order(order) }
          guard let ranking else { throw SQLInexact("its relevance is not computed by an index") }
          return [order.isAscending ? ranking.rows.reverseOrder : ranking.rows.order]
        }
      }
    }
    if isExact { self.orders = written } else { request.orderedBy = [] }
  }

  /// Translates a part or records the reason why it cannot be translated.
  private mutating func attempt(_ body: () throws -> Void) -> Bool {
    do {
      try body()
      return true
    } catch {
      omission = omission ?? (error as? SQLInexact)?.reason ?? "\(error)"
      return false
    }
  }
}

extension SQLScope {
  /// Excludes the rows of other entities in a table with several entities.
  ///
  /// - Returns: The names of the requested entities.
  @discardableResult func limit(
    toEntitiesOf request: FetchRequest, _ schema: SQLSchema
  ) throws -> [String] {
    let entities = schema.entities(
      of: request.entity, includingSubentities: request.includesSubentities)
    if entities.count < (try schema.knownTable(of: request.entity).entities.count) {
      conditions.append(
        SQLStatement.isOf(entities, "\(name: root.alias).\(name: SQLTable.entity)"))
    }
    return entities
  }
}

extension SQLStatement {
  /// Returns the condition that a row belongs to some entities.
  static func isOf(_ entities: [String], _ column: SQLStatement) -> SQLStatement {
    if entities.isEmpty { return "FALSE" }
    if entities.count == 1 { return "\(column) = \(value: .text(entities[0]))" }
    let names = entities.map { "\(value: .text($0))" as SQLStatement }
    return "\(column) IN (\(names.joined(by: ", ")))"
  }
}

/// The form of requests that find objects by a single value of one attribute. The SQL of such requests differs only in
/// this value.
struct SQLRequestForm: Hashable {
  private let entity: String
  private let includesSubentities: Bool
  private let property: String

  /// - Returns: `nil` for all other requests, and for a value that the column does not store unchanged.
  static func of(
    _ request: FetchRequest, _ schema: SQLSchema
  ) -> (form: SQLRequestForm, value: SQLValue)? {
    guard request.orderedBy.isEmpty, request.limit == nil, request.offset == 0,
      case .comparison(.keyPath(let path), .equal, .constant(let constant), [], .one) = request
        .predicate,
      path.level == 0, path.names.count == 1,
      case .value(.column(_, let kind))? = schema.place(of: path.names[0], in: request.entity)?.0
    else { return nil }
    let value: SQLValue
    switch (kind, constant) {
    case (.text, .string(let text)): value = .text(text)
    case (.integer, .int(let number)): value = .integer(number)
    default: return nil
    }
    let form = SQLRequestForm(
      entity: request.entity, includesSubentities: request.includesSubentities,
      property: path.names[0])
    return (form, value)
  }
}
