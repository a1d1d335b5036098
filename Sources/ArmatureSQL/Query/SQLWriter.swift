import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A translator of conditions and values to SQL. The SQL has exactly the same meaning as in memory.
///
/// For a part that SQL cannot evaluate exactly, the translator throws ``SQLInexact``. The context then evaluates this
/// part for the objects.
final class SQLWriter {
  let database: SQLDatabase
  var schema: SQLSchema { database.schema }
  var dialect: any SQLDialect { database.dialect }
  var storeID: UUID { database.storeID }
  /// The objects that the condition is about. In a subquery, its scope is the last one.
  private(set) var scopes: [SQLScope] = []
  /// The summation of integers.
  let sums: SQLSums
  /// Whether a translated part fails if a sum exceeds 64 bits.
  var hasFailingSum = false
  private var aliasCount = 0
  private var depth = 0

  init(_ database: SQLDatabase, sums: SQLSums = .exact) {
    (self.database, self.sums) = (database, sums)
  }

  /// SQL parsers have a stack, which deep conditions would exceed.
  private static let deepest = 16
  /// Some databases allow at most 32,766 parameters in a statement. The other parts of a statement need a few of them.
  static let mostValues = 30_000

  /// Calls a body one level deeper.
  func nested<Result>(_ body: () throws -> Result) throws -> Result {
    depth += 1
    defer { depth -= 1 }
    if depth > Self.deepest { throw SQLInexact("it is nested deeper than a database reads") }
    return try body()
  }

  func node(of entity: String) -> SQLScope.Node {
    defer { aliasCount += 1 }
    return SQLScope.Node(alias: "t\(aliasCount)", entity: entity)
  }

  /// Begins a part about the objects of an entity.
  func scope(of entity: String) throws -> SQLScope {
    SQLScope(node(of: entity), of: try schema.knownTable(of: entity).name)
  }

  /// Translates something about the objects of a scope.
  func within<Result>(_ scope: SQLScope, _ body: () throws -> Result) rethrows -> Result {
    scopes.append(scope)
    defer { scopes.removeLast() }
    return try body()
  }

  // MARK: Conditions

  /// Returns a condition; NULL counts as false.
  func condition(_ predicate: FetchPredicate) throws -> SQLStatement {
    try nested {
      switch predicate {
      case .constant(let holds): holds ? "TRUE" : "FALSE"
      case .and(let parts): parts.isEmpty ? "TRUE" : try joined(parts, " AND ")
      case .or(let parts): parts.isEmpty ? "FALSE" : try joined(parts, " OR ")
      case .not(let part): "(\(try condition(part))) IS NOT TRUE"
      case .comparison(let left, .search, let right, let options, _):
        try search(left, right, options)
      case .comparison(let left, let comparison, let right, let options, let quantifier):
        try existence(of: predicate)
          ?? compare(left, comparison, right, options, quantifier)
      }
    }
  }

  private func joined(_ parts: [FetchPredicate], _ word: String) throws -> SQLStatement {
    let parts = try parts.map { "(\(try condition($0)))" as SQLStatement }
    return Self.balanced(parts[...], word)
  }

  /// Joins a long list as a tree. Databases parse a chain with one level for each part, so a long chain would be too
  /// deep.
  static func balanced(_ parts: ArraySlice<SQLStatement>, _ word: String) -> SQLStatement {
    if parts.count <= 64 { return parts.joined(by: word) }
    let middle = parts.startIndex + parts.count / 2
    return
      "(\(balanced(parts[..<middle], word)))\(SQLStatement(text: word))(\(balanced(parts[middle...], word)))"
  }

  /// Returns a condition that only tests whether an object or a value exists.
  private func existence(of predicate: FetchPredicate) throws -> SQLStatement? {
    guard let existence = predicate.existence else { return nil }
    switch try walk(existence.of) {
    case .one(let term):
      if case .list? = term.kind { throw SQLInexact("it counts the values of a list") }
      return existence.isWanted ? "\(term.text) IS NOT NULL" : "\(term.text) IS NULL"
    case .several(let several):
      let word: SQLStatement = existence.isWanted ? "EXISTS" : "NOT EXISTS"
      return
        "\(word) \(several.rows(where: several.isValue ? "\(several.value.text) IS NOT NULL" : nil))"
    }
  }

  static let looksInside = "it looks at the parts of a list or a JSON value"

  private func compare(
    _ left: FetchExpression, _ comparison: FetchPredicate.Comparison, _ right: FetchExpression,
    _ options: FetchPredicate.Options, _ quantifier: FetchPredicate.Quantifier
  ) throws -> SQLStatement {
    switch (try walk(left), quantifier) {
    case (.one(let term), .none):
      if term.kind?.isOpaque == true { throw SQLInexact(Self.looksInside) }
      return "(\(try compare(term, comparison, right, options))) IS NOT TRUE"
    case (.one(let term), let quantifier):
      if quantifier != .one, term.kind?.isOpaque == true { throw SQLInexact(Self.looksInside) }
      return try compare(term, comparison, right, options)
    case (.several(let several), .one):
      guard comparison == .contains else { throw SQLInexact("it compares several values") }
      return "EXISTS \(several.rows(where: try isSame(several.value, term(right), options)))"
    case (.several(let several), .any):
      return "EXISTS \(several.rows(where: try compare(several.value, comparison, right, options)))"
    case (.several(let several), .none):
      return
        "NOT EXISTS \(several.rows(where: try compare(several.value, comparison, right, options)))"
    case (.several(let several), .all):
      let holds = try compare(several.value, comparison, right, options)
      return "NOT EXISTS \(several.rows(where: "(\(holds)) IS NOT TRUE"))"
    }
  }
}

extension SQLWriter {
  /// Returns the expressions to sort rows by. In ascending order, missing values come first, and in descending order
  /// last.
  func order(_ order: FetchOrder) throws -> [SQLStatement] {
    if order.comparator != nil { throw SQLInexact("it sorts by a comparator, which is code") }
    let term = try term(order.expression)
    guard let kind = term.kind else { return [] }
    switch kind {
    case .externalData: throw SQLInexact("it sorts by data that may be in files")
    case .list, .json, .key: throw SQLInexact("it sorts by values without an order")
    case .text where !order.options.isEmpty, .decimal where !dialect.comparesDecimals:
      guard let functions = dialect.functions else {
        throw SQLInexact("the database sorts it in another way")
      }
      let key = functions.sortKey(term, order.options)
      return [dialect.sorted(key, isAscending: order.isAscending)]
    default: return [dialect.sorted(term.text, isAscending: order.isAscending)]
    }
  }
}

extension SQLSchema {
  /// Returns the table of an entity of the model.
  func knownTable(of entity: String) throws -> SQLTable {
    guard let table = table(of: entity) else { throw SQLInexact("\(entity) has no table") }
    return table
  }
}
