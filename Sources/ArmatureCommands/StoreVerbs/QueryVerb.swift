import Armature
import ArmatureModel

extension Verb {
  static let query = Verb(
    name: "query", summary: "prints the objects of a store that match a condition",
    operands: [
      StoreLocation.modelOperand, StoreLocation.operand,
      Operand(name: "entity", help: "the entity of the objects", values: .none),
      Operand(
        name: "condition",
        help: "the condition, such as \"pages > 100 AND writer.name != NIL\"",
        arity: .optional, values: .none),
    ],
    options: StoreLocation.options + [
      Option(
        "search", .text("words"),
        "find words in the full-text index of the entity, the most relevant objects first: "
          + "\"dune herb*\""),
      Option(
        "columns", .text("list"),
        "key paths, and aggregates: \"writer.name, count(), max(pages) as most\""),
      Option(
        "group-by", .text("list"), "the key paths to group by; the columns are then aggregates"
      ),
      Option(
        "having", .text("condition"),
        "the condition on rows of aggregates, with the names of columns"),
      Option("distinct", "print duplicate rows only once"),
      Option(
        "sort", .text("list"),
        "key paths or columns; a minus before one sorts it in descending order"),
      Option("limit", .number("n"), "the maximum number of rows"),
      Option("offset", .number("n"), "the number of rows to skip at the start"),
      Option("count", "print only the number of objects"),
      Option("explain", "print how the query runs, and not its result"),
      Option("sql", "print the statements for the database, and not the result"),
      Option(
        "format", .word(DataTable.Format.allCases.map(\.rawValue)),
        "the format of the rows (default: \"table\")"),
    ],
    details: [
      "Without --columns, a row has the attributes of the entity and its to-one relationships, "
        + "shown by the identifying values of their objects. On a terminal, long values are cut "
        + "off so that a table fits; elsewhere nothing is cut off.",
      "Separate the names in a list by commas. Conditions have the syntax of NSPredicate, as "
        + "the article PredicateFormat describes.",
    ],
    examples: [
      Example(
        "armature query shop.swift shop.sqlite Product 'price > 10' --sort -price",
        "prints products, the most expensive first."),
      Example(
        "armature query - shop.sqlite Product --group-by maker.name",
        "prints the number of products of each maker, with the model kept in the store."),
    ],
    work: .withModel { model, call in try StoreQuery(model, call).run() })
}

/// A query of a store, and the format of its result.
private struct StoreQuery {
  private let call: Call
  private let model: ManagedObjectModel
  private let entity: EntityDescription
  private let request: FetchRequest
  private let rows: FetchRowRequest

  init(_ model: ManagedObjectModel, _ call: Call) throws {
    (self.model, self.call) = (model, call)
    entity = try model.entity(named: call.operand("entity") ?? "", call)
    var condition = try Self.condition(call.operand("condition"), "The condition", call)
    var orders = try ColumnList("sort", call)?.orders() ?? []
    if let words = call["search"] {
      condition =
        .comparison(.keyPath([]), .search, .constant(.string(words))) && condition
      let isOfObjects = !call.has("group-by") && !call.has("distinct") && !call.has("count")
      if orders.isEmpty, isOfObjects { orders = [.relevance] }
    }
    request = FetchRequest(
      entity.name, where: condition, orderedBy: orders, limit: call.number("limit"),
      offset: call.number("offset") ?? 0)
    var rows = FetchRowRequest(
      request, try Self.columns(entity, model, call), orderedBy: orders, limit: request.limit,
      offset: request.offset, distinct: call.has("distinct"))
    rows.having = try Self.condition(call["having"], "--having", call)
    self.rows = rows
    for option in ["columns", "group-by", "having", "distinct"]
    where call.has(option) && (call.has("count") || call.has("explain")) {
      throw call.wrong("--\(option) applies to rows, but --count and --explain apply to objects.")
    }
  }

  private static func condition(
    _ text: String?, _ place: String, _ call: Call
  ) throws -> FetchPredicate {
    guard let text else { return .constant(true) }
    do {
      return try FetchPredicate(text)
    } catch {
      throw CommandError(.usage, "\(place) is not a valid condition. \(error)")
    }
  }

  private static func columns(
    _ entity: EntityDescription, _ model: ManagedObjectModel, _ call: Call
  ) throws -> [FetchColumn] {
    let columns = try ColumnList("columns", call)?.columns()
    guard let groups = try ColumnList("group-by", call)?.columns() else {
      return columns ?? ColumnList.columns(of: entity, in: model)
    }
    let own = columns ?? [.count()]
    for column in groups where column.aggregate != nil {
      throw call.wrong(
        "--group-by takes key paths, and \(column.name) is an aggregate: name it in --columns.")
    }
    for column in own where column.aggregate == nil {
      throw call.wrong(
        "With --group-by, columns must be aggregates, but \(column.name) is not: group by it, too.")
    }
    return groups + own
  }

  func run() throws -> ExitStatus {
    let file = try StoreLocation(call)
    let result = call.session.result
    if call.has("sql") { return try printStatements(file) }
    let context = try file.open(model).makeContext()
    call.session.context = context
    if call.has("explain") {
      result.line("\(try context.explain(request))")
    } else if call.has("count") {
      result.line("\(try context.count(request))")
    } else {
      let columns = rows.columns.map { column in
        DataTable.Column(
          name: column.name, type: column.type(entity, model),
          showsEntity: column.expression == .keyPath([]))
      }
      let table = DataTable(columns, try context.fetch(rows))
      let format = call["format"].flatMap(DataTable.Format.init) ?? .table
      table.write(as: format, width: result.lineWidth, to: result)
    }
    return .success
  }

  private func printStatements(_ file: StoreLocation) throws -> ExitStatus {
    try file.mustBe([.sqlite, .postgreSQL], for: "--sql")
    let statements = StatementLog()
    let context = try file.open(model) { statement, _ in statements.note(statement) }.makeContext()
    statements.removeAll()
    if call.has("count") { _ = try context.count(request) } else { _ = try context.fetch(rows) }
    for statement in statements.questions { call.session.result.line("\(statement);") }
    return .success
  }
}
