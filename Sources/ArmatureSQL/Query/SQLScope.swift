import ArmatureModel

/// The objects that a part of a statement is about, and those that to-one relationships lead to from them.
final class SQLScope {
  /// A table among those of the scope.
  struct Node: Hashable {
    let alias: String
    /// The entity that the objects are of, or inherit from.
    let entity: String
  }

  /// The objects themselves.
  private(set) var root: Node
  /// The tables behind FROM.
  private(set) var source: SQLStatement
  /// The conditions that the rows must satisfy.
  var conditions: [SQLStatement] = []
  private var joined: [Join: Node] = [:]
  private var joinCount = 0

  /// SQLite joins 64 tables at most.
  private static let mostJoins = 40

  private struct Join: Hashable {
    let node: Node
    let column: String
  }

  init(_ root: Node, of table: String) {
    self.root = root
    source = "\(name: table) AS \(name: root.alias)"
  }

  /// Replaces the objects of the scope by those of another table, which a join over so many tables leads to.
  func move(to node: Node, joining join: SQLStatement, tables count: Int = 1) throws {
    try self.join(count)
    source += join
    root = node
  }

  /// The object that a to-one relationship leads to, in a row of a table of the scope.
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

  /// Counts the tables that relationships bring in; throws if there is no room for more.
  private func join(_ count: Int) throws {
    if joinCount + count > Self.mostJoins { throw SQLInexact("it leads to too many tables") }
    joinCount += count
  }

  /// Whether there are other tables behind FROM than that of the objects.
  var isJoined: Bool { joinCount > 0 }

  /// All conditions as one.
  var condition: SQLStatement {
    conditions.isEmpty ? "TRUE" : SQLWriter.balanced(conditions[...], " AND ")
  }

  /// The WHERE clause; empty without conditions.
  var filter: SQLStatement { conditions.isEmpty ? .empty : " WHERE \(condition)" }
}
