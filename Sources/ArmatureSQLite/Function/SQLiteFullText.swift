import ArmatureModel
import ArmatureSQL

/// The virtual table of a full-text index, and the triggers that keep it in step with the rows.
///
/// The virtual table contains no text of its own: FTS5 reads it from a view. Triggers run within the statements that
/// change rows, so whatever changes a row also changes the index: a save, a batch, a migration, or another program. When
/// a row changes, they remove its old words and add its new ones. A text of another row belongs to all rows that lead
/// to it.
struct SQLiteFullText {
  private let rows: SQLFullTextRows
  private var index: SQLFullText { rows.index }
  private var table: SQLTable { rows.table }

  init(_ index: SQLFullText, _ schema: SQLSchema) { rows = SQLFullTextRows(index, schema) }

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
    let tokenizer = "armature \(index.tokenizer.rawValue)"
    return [
      """
      CREATE VIEW \(view) AS SELECT \(name: SQLTable.key), \(namedTexts) \
      FROM \(name: table.name) AS \(name: "b")\(rows.filter(of: "b", " WHERE "))
      """,
      """
      CREATE VIRTUAL TABLE \(name) USING fts5 (\(columns), content = \(literal: viewName), \
      content_rowid = \(literal: SQLTable.key), tokenize = \(literal: tokenizer))
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

  private var namedTexts: SQLStatement {
    rows.texts(in: "b").enumerated().map { position, text in
      "\(text) AS \(name: Self.column(position))" as SQLStatement
    }.joined(by: ", ")
  }

  // MARK: Triggers

  private enum Moment: String {
    case before = "BEFORE"
    case after = "AFTER"
  }

  /// The triggers of each table that the index depends on.
  private var triggers: [SQLStatement] {
    rows.sourcesByTable.enumerated().flatMap { number, group in
      group.sources.count == 1 && group.sources[0].links.isEmpty
        ? ownTriggers(group.all) : unitedTriggers(group.sources, group.all, "way\(number)")
    }
  }

  /// The triggers of the table itself, if no links lead to its rows.
  private func ownTriggers(_ source: SQLFullTextRows.Source) -> [SQLStatement] {
    let differ = source.differ(by: "IS NOT")
    let changes: SQLStatement = "UPDATE OF \(source.names)"
    return [
      trigger("insert", .after, "INSERT", table, when: rows.filter(of: "new"), adding(row: "new")),
      trigger(
        "delete", .before, "DELETE", table, when: rows.filter(of: "old"), removing(row: "old")),
      trigger(
        "update_old", .before, changes, table, when: joined(differ, rows.filter(of: "old")),
        removing(row: "old")),
      trigger(
        "update_new", .after, changes, table, when: joined(differ, rows.filter(of: "new")),
        adding(row: "new")),
    ]
  }

  /// The triggers of a table with rows that lead to texts, or have them.
  ///
  /// A row may lead to the changed row along several ways, or be the changed row itself. FTS5 needs its old words exactly
  /// once, so each trigger unites the keys. If a link of the changed row changes, they stay the same: a row that reaches
  /// the changed row again behind it also reaches it before.
  private func unitedTriggers(
    _ sources: [SQLFullTextRows.Source], _ all: SQLFullTextRows.Source, _ name: String
  ) -> [SQLStatement] {
    func keys(_ row: String, withOwn: Bool = true) -> SQLStatement? {
      let keys = sources.filter { withOwn || !$0.links.isEmpty }.map { source -> SQLStatement in
        source.links.isEmpty
          ? "SELECT \(name: row).\(name: SQLTable.key)"
          : rows.rowsLeading(along: source.links, to: row)
      }
      return keys.isEmpty ? nil : keys.joined(by: " UNION ")
    }
    let (changes, differ): (SQLStatement, SQLStatement) = (
      "UPDATE OF \(all.names)", all.differ(by: "IS NOT")
    )
    let bodies: [(String, Moment, SQLStatement, SQLStatement?)] = [
      ("insert_old", .before, "INSERT", keys("new", withOwn: false).map(removing)),
      ("insert_new", .after, "INSERT", keys("new").map(adding)),
      ("delete_old", .before, "DELETE", keys("old").map(removing)),
      ("delete_new", .after, "DELETE", keys("old", withOwn: false).map(adding)),
      ("update_old", .before, changes, keys("old").map(removing)),
      ("update_new", .after, changes, keys("new").map(adding)),
    ]
    return bodies.compactMap { part, moment, event, body in
      body.map {
        trigger(
          "\(name)_\(part)", moment, event, all.table,
          when: part.hasPrefix("update") ? differ : .empty, $0)
      }
    }
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

  private func values(in row: String) -> SQLStatement { rows.texts(in: row).joined(by: ", ") }

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
}
