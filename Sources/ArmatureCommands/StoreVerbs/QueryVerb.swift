import Armature
import ArmatureModel

extension Verb {
  static let query = Verb(
    name: "query", summary: "prints what a store has, by a condition",
    operands: [
      StoreFile.modelOperand, StoreFile.operand,
      Operand(name: "entity", help: "the entity whose objects are asked for", values: .none),
      Operand(
        name: "condition",
        help: "what they must satisfy, as \"pages > 100 AND writer.name != NIL\"",
        arity: .optional, values: .none),
    ],
    options: ModelFile.options + [
      Option(
        "columns", .text("list"),
        "key paths, and aggregates: \"writer.name, count(), max(pages) as most\""),
      Option(
        "group-by", .text("list"), "the key paths that a row stands for; with aggregates as columns"
      ),
      Option(
        "having", .text("condition"),
        "what rows of aggregates must satisfy, by the names of columns"),
      Option("distinct", "print equal rows once"),
      Option(
        "sort", .text("list"),
        "key paths or columns; with a minus before it the greatest come first"),
      Option("limit", .number("n"), "print so many rows"),
      Option("offset", .number("n"), "leave out so many rows at the start"),
      Option("count", "print the number of objects alone"),
      Option("explain", "print how the question is answered, and not the answer"),
      Option("sql", "print the statements that the database gets, and not the answer"),
      Option(
        "format", .word(DataTable.Format.allCases.map(\.rawValue)),
        "the form of the rows; \"table\""),
    ],
    details: [
      "Without --columns a row has the attributes of the entity, and its to-one relationships, by what "
        + "identifies their objects. A table on a terminal fits into its lines; elsewhere nothing is cut off.",
      "A list is names with commas between them. Conditions are written as NSPredicate's; the article "
        + "PredicateFormat has all of them.",
    ],
    examples: [
      Example(
        "armature query shop.swift shop.sqlite Product 'price > 10' --sort -price",
        "prints products, the dearest first."),
      Example(
        "armature query - shop.sqlite Product --group-by maker.name",
        "prints how many products each maker has, by the model that the store keeps."),
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
    let condition = try Self.condition(call.operand("condition"), "The condition", call)
    let orders = try ColumnList("sort", call)?.orders() ?? []
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
      throw call.wrong("--\(option) is about rows: --count and --explain are about objects.")
    }
  }

  private static func condition(
    _ text: String?, _ place: String, _ call: Call
  ) throws -> FetchPredicate {
    guard let text else { return .constant(true) }
    do {
      return try FetchPredicate(text)
    } catch {
      throw CommandError(.usage, "\(place) must be one, but is not. \(error)")
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
        "Beside --group-by columns are aggregates, but \(column.name) is none: group by it, too.")
    }
    return groups + own
  }

  func run() throws -> ExitStatus {
    let file = try StoreFile(call)
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

  private func printStatements(_ file: StoreFile) throws -> ExitStatus {
    try file.mustBe([.sqlite, .postgreSQL], for: "--sql")
    let statements = StatementLog()
    let context = try file.open(model) { statement, _ in statements.note(statement) }.makeContext()
    statements.removeAll()
    if call.has("count") { _ = try context.count(request) } else { _ = try context.fetch(rows) }
    for statement in statements.questions { call.session.result.line("\(statement);") }
    return .success
  }
}
