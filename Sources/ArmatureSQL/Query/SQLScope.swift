import ArmatureModel

/// The objects that a part of a statement is about, and the objects to which their to-one relationships lead.
final class SQLScope {
  /// A table of the scope.
  struct Node: Hashable {
    let alias: String
    /// The entity of the objects or one of its ancestors.
    let entity: String
  }

  /// The objects themselves.
  private(set) var root: Node
  /// The tables after FROM.
  private(set) var source: SQLStatement
  /// The conditions that the rows must satisfy.
  var conditions: [SQLStatement] = []
  private var joined: [Join: Node] = [:]
  private var joinCount = 0

  /// Some databases join at most 64 tables.
  private static let mostJoins = 40

  private struct Join: Hashable {
    let node: Node
    let column: String
  }

  init(_ root: Node, of table: String) {
    self.root = root
    source = "\(name: table) AS \(name: root.alias)"
  }

  /// Continues the scope with the objects of another table. They are reached by a join, which uses a number of tables.
  func move(to node: Node, joining join: SQLStatement, tables count: Int = 1) throws {
    try self.join(count)
    source += join
    root = node
  }

  /// Returns the object to which a to-one relationship leads, in a row of a table of the scope.
  func follow(
    _ column: String, from node: Node, to table: SQLTable, _ target: () -> Node
  ) throws -> Node {
    let join = Join(node: node, column: column)
    if let known = joined[join] { return known }
    try self.join(1)
    let next = target()
    source +=
      " LEFT JOIN \(name: table.name) AS \(name: next.alias) ON \(name: next.alias).\(name: SQLTable.key) = \(name: node.alias).\(name: column)"
    joined[join] = next
    return next
  }

  /// Joins another table, whose rows belong to the rows of the scope one by one.
  func join(_ join: SQLStatement) throws {
    try self.join(1)
    source += join
  }

  /// Counts the joined tables. Throws an error if a statement joins too many tables.
  private func join(_ count: Int) throws {
    if joinCount + count > Self.mostJoins { throw SQLInexact("it leads to too many tables") }
    joinCount += count
  }

  /// Whether other tables are joined.
  var isJoined: Bool { joinCount > 0 }

  /// All conditions, joined by AND.
  var condition: SQLStatement {
    conditions.isEmpty ? "TRUE" : SQLWriter.balanced(conditions[...], " AND ")
  }

  /// The WHERE clause; empty without conditions.
  var filter: SQLStatement { conditions.isEmpty ? .empty : " WHERE \(condition)" }
}
