import ArmatureModel

/// Paths from the objects of a scope to values and other objects.
extension SQLWriter {
  /// Follows an expression to its destination.
  func walk(_ expression: FetchExpression) throws -> SQLWalk {
    switch expression {
    case .keyPath(let path):
      let index = max(0, scopes.count - 1 - path.level)
      return try walk(path.names, from: scopes[index])
    case .subquery, .properties:
      let (scope, names) = try collection(expression)
      return try walk(names[...], scope.root, scope, isSeveral: true)
    default: return .one(try term(expression))
    }
  }

  private func walk(_ names: [String], from scope: SQLScope) throws -> SQLWalk {
    try walk(names[...], scope.root, scope, isSeveral: false)
  }

  /// Returns the objects of a subquery, and the names of the properties that follow it.
  private func collection(_ expression: FetchExpression) throws -> (SQLScope, [String]) {
    switch expression {
    case .properties(let names, let base):
      let (scope, first) = try collection(base)
      return (scope, first + names)
    case .subquery(let collection, let condition):
      guard case .several(let several) = try walk(collection), !several.isValue else {
        throw SQLInexact("a subquery is not about the objects of a relationship")
      }
      let condition = try within(several.scope) { try self.condition(condition) }
      several.scope.conditions.append("(\(condition))")
      return (several.scope, [])
    default: throw SQLInexact("it leads to objects in a way of its own")
    }
  }

  private func walk(
    _ names: ArraySlice<String>, _ node: SQLScope.Node, _ scope: SQLScope, isSeveral: Bool
  ) throws -> SQLWalk {
    guard let name = names.first else {
      return end(
        SQLTerm(column(SQLTable.key, of: node), .key(node.entity)), scope, isSeveral, false)
    }
    let rest = names.dropFirst()
    guard let (place, _) = schema.place(of: name, in: node.entity) else {
      return end(try member(name, rest, of: node), scope, isSeveral, true)
    }
    switch place {
    case .value(let layout):
      return end(try term(layout, rest, of: node), scope, isSeveral, true)
    case .link(let link):
      if rest.isEmpty, link.isCleared {
        let key = try self.column(link.key, of: node)
        return end(SQLTerm(key, .key(link.destination)), scope, isSeveral, true)
      }
      let next = try follow(link, from: node, in: scope)
      if !rest.isEmpty { return try walk(rest, next, scope, isSeveral: isSeveral) }
      let key = SQLTerm(column(SQLTable.key, of: next), .key(link.destination))
      return end(key, scope, isSeveral, true)
    case .column(let members):
      let (next, inner) = try enter(members, name, from: node, isSeveral ? scope : nil)
      return try walk(rest, next, inner, isSeveral: true)
    case .pairs(let pairs):
      let (next, inner) = try enter(pairs, name, from: node, isSeveral ? scope : nil)
      return try walk(rest, next, inner, isSeveral: true)
    }
  }

  private func end(
    _ term: SQLTerm, _ scope: SQLScope, _ isSeveral: Bool, _ isValue: Bool
  ) -> SQLWalk {
    isSeveral ? .several(SQLToMany(scope: scope, value: term, isValue: isValue)) : .one(term)
  }

  // MARK: Columns

  func column(_ name: String, of node: SQLScope.Node) -> SQLStatement {
    "\(name: node.alias).\(name: name)"
  }

  private func table(of node: SQLScope.Node) throws -> SQLTable {
    try schema.knownTable(of: node.entity)
  }

  private func column(_ column: Int, of node: SQLScope.Node) throws -> SQLStatement {
    self.column(try table(of: node).columns[column].name, of: node)
  }

  /// Returns a built-in member of every object, in addition to its properties.
  private func member(
    _ name: String, _ rest: ArraySlice<String>, of node: SQLScope.Node
  ) throws -> SQLTerm {
    switch ObjectMember(rawValue: name) {
    case .objectID? where rest.isEmpty:
      return SQLTerm(column(SQLTable.key, of: node), .key(node.entity))
    case .entity?:
      let table = try table(of: node)
      if table.hasEntities { return SQLTerm(column(SQLTable.entity, of: node), .text) }
      throw SQLInexact("the name of an entity is not a column")
    default:
      throw SQLInexact("not all objects of \(node.entity) have \(name) in one column")
    }
  }

  /// Returns the value of an attribute or of an element of a composite attribute.
  private func term(
    _ layout: SQLLayout, _ names: ArraySlice<String>, of node: SQLScope.Node
  ) throws -> SQLTerm {
    var layout = layout
    for name in names {
      guard case .composite(_, let elements) = layout,
        let element = elements.first(where: { $0.name.hasSameBytes(as: name) })
      else { throw SQLInexact("\(name) is not a column") }
      layout = element.layout
    }
    guard let (column, kind) = layout.compared else {
      throw SQLInexact("a composite is compared as a whole")
    }
    return SQLTerm(try self.column(column, of: node), kind)
  }

  // MARK: Relationships

  private func follow(
    _ link: SQLLink, from node: SQLScope.Node, in scope: SQLScope
  ) throws -> SQLScope.Node {
    let (table, column) = (schema.tables[link.table], try table(of: node).columns[link.key].name)
    let next = try scope.follow(column, from: node, to: table) { self.node(of: link.destination) }
    return next
  }

  /// Continues at the members of a to-many relationship. They get their own scope, unless the path already leads to
  /// several objects and has a scope.
  private func enter(
    _ members: SQLMembers, _ name: String, from node: SQLScope.Node, _ scope: SQLScope?
  ) throws -> (SQLScope.Node, SQLScope) {
    let destination = try destination(of: name, in: node.entity)
    let table = schema.tables[members.table]
    let next = self.node(of: destination)
    let tie: SQLStatement =
      "\(column(table.columns[members.link.key].name, of: next)) = \(column(SQLTable.key, of: node))"
    guard let scope else {
      let scope = SQLScope(next, of: table.name)
      scope.conditions.append(tie)
      return (next, scope)
    }
    try scope.move(to: next, joining: " JOIN \(name: table.name) AS \(name: next.alias) ON \(tie)")
    return (next, scope)
  }

  private func enter(
    _ pairs: SQLPairs, _ name: String, from node: SQLScope.Node, _ scope: SQLScope?
  ) throws -> (SQLScope.Node, SQLScope) {
    let destination = try destination(of: name, in: node.entity)
    let next = self.node(of: destination)
    let between = self.node(of: destination)
    let tie: SQLStatement =
      "\(column(pairs.owner, of: between)) = \(column(SQLTable.key, of: node))"
    let join: SQLStatement =
      " JOIN \(name: schema.tables[pairs.memberTable].name) AS \(name: next.alias) ON \(column(SQLTable.key, of: next)) = \(column(pairs.member, of: between))"
    guard let scope else {
      let scope = SQLScope(between, of: pairs.name)
      try scope.move(to: next, joining: join)
      scope.conditions.append(tie)
      return (next, scope)
    }
    let first: SQLStatement = " JOIN \(name: pairs.name) AS \(name: between.alias) ON \(tie)"
    try scope.move(to: next, joining: first + join, tables: 2)
    return (next, scope)
  }

  private func destination(of name: String, in entity: String) throws -> String {
    guard let relationship = schema.place(of: name, in: entity)?.1.asRelationship else {
      throw SQLInexact("\(name) is not a relationship")
    }
    return relationship.destination
  }
}
