import ArmatureModel
import ArmatureSQL

/// The virtual table of a full-text index, and the triggers that keep it in step with the rows.
///
/// The virtual table contains no text of its own: FTS5 reads it from a view. Triggers run within the statements that
/// change rows, so whatever changes a row also changes the index: a save, a batch, a migration, or another program. When
/// a row changes, they remove its old words and add its new ones. A text of another row belongs to all rows that lead
/// to it.
struct SQLiteFullText {
  private let index: SQLFullText
  private let schema: SQLSchema
  private let table: SQLTable

  init(_ index: SQLFullText, _ schema: SQLSchema) {
    (self.index, self.schema, table) = (index, schema, schema.tables[index.table])
  }

  /// The names of triggers start with this text.
  static let triggerPrefix = "_armature_words_"

  private var name: SQLStatement { "\(name: index.name)" }
  private var viewName: String { "\(index.name)_text" }
  private var view: SQLStatement { "\(name: viewName)" }

  /// The columns of the virtual table. Their names are our own, since FTS5 does not accept all names.
  private var columns: SQLStatement {
    index.texts.indices.map { "\(name: Self.column($0))" as SQLStatement }.joined(by: ", ")
  }

  static func column(_ position: Int) -> String { "c\(position)" }

  /// The statements that create the index, except for its content.
  var creation: [SQLStatement] {
    let tokenizer = SQLStatement(text: "'armature \(index.tokenizer.rawValue)'")
    let source = SQLStatement(text: "'\(viewName.replacing("'", with: "''"))'")
    return [
      """
      CREATE VIEW \(view) AS SELECT \(name: SQLTable.key), \(namedValues) \
      FROM \(name: table.name) AS \(name: "b")\(filter(of: "b", " WHERE "))
      """,
      """
      CREATE VIRTUAL TABLE \(name) USING fts5 (\(columns), content = \(source), \
      content_rowid = \(SQLStatement(text: "'\(SQLTable.key)'")), tokenize = \(tokenizer))
      """,
    ] + triggers
  }

  /// The statement that fills the index from the rows.
  var filling: SQLStatement { "INSERT INTO \(name) (\(name)) VALUES ('rebuild')" }

  /// The statements that remove the index. The triggers are given by name, since they may be those of another model.
  static func removal(
    of index: String, triggers: some Sequence<String>
  ) -> [SQLStatement] {
    triggers.map { "DROP TRIGGER IF EXISTS \(name: $0)" }
      + [
        "DROP TABLE IF EXISTS \(name: index)", "DROP VIEW IF EXISTS \(name: "\(index)_text")",
      ]
  }

  private var namedValues: SQLStatement {
    index.texts.enumerated().map { position, text in
      "\(value(of: text, in: "b")) AS \(name: Self.column(position))" as SQLStatement
    }.joined(by: ", ")
  }

  /// The text in a row of the table, or in a row that it leads to.
  private func value(of text: SQLFullText.Text, in row: String) -> SQLStatement {
    guard let last = text.links.last else { return "\(name: row).\(column(text.column, table))" }
    let end = schema.tables[last.destination]
    return """
      (SELECT \(name: "e").\(column(text.column, end)) FROM \(name: end.name) AS \(name: "e") \
      WHERE \(name: "e").\(name: SQLTable.key) = \(key(after: text.links[...], in: row)))
      """
  }

  /// The key of the row to which some links lead.
  private func key(after links: ArraySlice<SQLFullText.Link>, in row: String) -> SQLStatement {
    guard let last = links.last else { return "\(name: row).\(name: SQLTable.key)" }
    let owner = schema.tables[last.table]
    if links.count == 1 { return "\(name: row).\(column(last.column, owner))" }
    let alias = "s\(links.count)"
    return """
      (SELECT \(name: alias).\(column(last.column, owner)) FROM \(name: owner.name) AS \(name: alias) \
      WHERE \(name: alias).\(name: SQLTable.key) = \(key(after: links.dropLast(), in: row)))
      """
  }

  private func column(_ position: Int, _ table: SQLTable) -> SQLStatement {
    "\(name: table.columns[position].name)"
  }

  /// The condition that a row is of a covered entity.
  private func filter(of row: String, _ start: String) -> SQLStatement {
    guard let entities = index.entities else { return .empty }
    let names = entities.map { SQLStatement(text: "'\($0.replacing("'", with: "''"))'") }
    return
      "\(SQLStatement(text: start))\(name: row).\(name: SQLTable.entity) IN (\(names.joined(by: ", ")))"
  }

  // MARK: Triggers

  private enum Moment: String {
    case before = "BEFORE"
    case after = "AFTER"
  }

  private var triggers: [SQLStatement] { ownTriggers + otherTriggers }

  /// The triggers for rows of the table itself.
  private var ownTriggers: [SQLStatement] {
    var changed: [Int] = []
    for text in index.texts {
      let column = text.links.first?.column ?? text.column
      if !changed.contains(column) { changed.append(column) }
    }
    let differs = differing(changed, table)
    return [
      trigger("insert", .after, "INSERT", table, when: filter(of: "new", ""), adding(row: "new")),
      trigger(
        "delete", .before, "DELETE", table, when: filter(of: "old", ""), removing(row: "old")),
      trigger(
        "update_old", .before, "UPDATE OF \(names(changed, table))", table,
        when: joined(differs, filter(of: "old", "")), removing(row: "old")),
      trigger(
        "update_new", .after, "UPDATE OF \(names(changed, table))", table,
        when: joined(differs, filter(of: "new", "")), adding(row: "new")),
    ]
  }

  /// The triggers for rows that lead to texts, or have them.
  private var otherTriggers: [SQLStatement] {
    // For each way to another row, the columns of that row that matter.
    var ways: [(links: [SQLFullText.Link], columns: [Int])] = []
    for text in index.texts {
      for length in 1..<max(1, text.links.count + 1) where !text.links.isEmpty {
        let links = Array(text.links[..<length])
        let column = length < text.links.count ? text.links[length].column : text.column
        if let known = ways.firstIndex(where: { $0.links == links }) {
          if !ways[known].columns.contains(column) { ways[known].columns.append(column) }
        } else {
          ways.append((links, [column]))
        }
      }
    }
    return ways.enumerated().flatMap { number, way in
      let other = schema.tables[way.links[way.links.count - 1].destination]
      func rows(_ row: String) -> SQLStatement { rowsLeading(along: way.links, to: row) }
      let changes: SQLStatement = "UPDATE OF \(names(way.columns, other))"
      let differs = differing(way.columns, other)
      let name = "way\(number)"
      return [
        trigger("\(name)_insert_old", .before, "INSERT", other, removing(rows("new"))),
        trigger("\(name)_insert_new", .after, "INSERT", other, adding(rows("new"))),
        trigger("\(name)_delete_old", .before, "DELETE", other, removing(rows("old"))),
        trigger("\(name)_delete_new", .after, "DELETE", other, adding(rows("old"))),
        trigger(
          "\(name)_update_old", .before, changes, other, when: differs, removing(rows("old"))),
        trigger("\(name)_update_new", .after, changes, other, when: differs, adding(rows("new"))),
      ]
    }
  }

  private func names(_ columns: [Int], _ table: SQLTable) -> SQLStatement {
    columns.map { column($0, table) }.joined(by: ", ")
  }

  private func differing(_ columns: [Int], _ table: SQLTable) -> SQLStatement {
    let parts = columns.map { position -> SQLStatement in
      let column = column(position, table)
      return "\(name: "old").\(column) IS NOT \(name: "new").\(column)"
    }
    return "(\(parts.joined(by: " OR ")))"
  }

  private func joined(_ left: SQLStatement, _ right: SQLStatement) -> SQLStatement {
    right.text.isEmpty ? left : "\(left) AND \(right)"
  }

  private func trigger(
    _ name: String, _ moment: Moment, _ event: SQLStatement, _ table: SQLTable,
    when condition: SQLStatement = .empty, _ body: SQLStatement
  ) -> SQLStatement {
    let when: SQLStatement = condition.text.isEmpty ? .empty : " WHEN \(condition)"
    return """
      CREATE TRIGGER \(name: "\(Self.triggerPrefix)\(index.name)_\(name)") \
      \(SQLStatement(text: moment.rawValue)) \(event) ON \(name: table.name)\(when) BEGIN \(body); END
      """
  }

  /// Adds the words of a row that a trigger receives.
  private func adding(row: String) -> SQLStatement {
    """
    INSERT INTO \(name) (\(name: "rowid"), \(columns)) \
    VALUES (\(name: row).\(name: SQLTable.key), \(values(in: row)))
    """
  }

  /// Removes the words of a row that a trigger receives.
  private func removing(row: String) -> SQLStatement {
    """
    INSERT INTO \(name) (\(name), \(name: "rowid"), \(columns)) \
    VALUES ('delete', \(name: row).\(name: SQLTable.key), \(values(in: row)))
    """
  }

  private func values(in row: String) -> SQLStatement {
    index.texts.map { value(of: $0, in: row) }.joined(by: ", ")
  }

  /// Adds the words of rows with the given keys, as they are now.
  private func adding(_ keys: SQLStatement) -> SQLStatement {
    """
    INSERT INTO \(name) (\(name: "rowid"), \(columns)) \
    SELECT \(name: SQLTable.key), \(columns) FROM \(view) WHERE \(name: SQLTable.key) IN (\(keys))
    """
  }

  /// Removes the words of rows with the given keys, as they are now.
  private func removing(_ keys: SQLStatement) -> SQLStatement {
    """
    INSERT INTO \(name) (\(name), \(name: "rowid"), \(columns)) \
    SELECT 'delete', \(name: SQLTable.key), \(columns) FROM \(view) WHERE \(name: SQLTable.key) IN (\(keys))
    """
  }

  /// The keys of the rows that lead to another row along some links.
  private func rowsLeading(along links: [SQLFullText.Link], to row: String) -> SQLStatement {
    links.reversed().reduce("\(name: row).\(name: SQLTable.key)") { keys, link in
      let owner = schema.tables[link.table]
      return
        "SELECT \(name: SQLTable.key) FROM \(name: owner.name) WHERE \(column(link.column, owner)) IN (\(keys))"
    }
  }
}
