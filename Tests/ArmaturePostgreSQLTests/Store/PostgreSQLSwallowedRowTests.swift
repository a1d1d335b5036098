import Armature
import ArmatureModel
import ArmatureSQL
import TestSupport
import Testing

@testable import ArmaturePostgreSQL

/// Databases that discard the writes of a statement without an error.
@Suite(.needsPostgreSQL) struct PostgreSQLSwallowedRowTests {
  private static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel("Shed") {
      Entity("Tool") {
        Attribute("count", Int.self).default(0)
        Relationship("kit", to: "Kit", inverse: "tools")
        Relationship("labels", to: "Label", .toMany, inverse: "tools")
      }
      Entity("Kit") { Relationship("tools", to: "Tool", .ordered, inverse: "kit") }
      Entity("Label") { Relationship("tools", to: "Tool", .toMany, inverse: "labels") }
    }
  }

  private let store: PostgreSQLStore
  private let context: ManagedObjectContext
  private let (tool, kit, label): (ManagedObject, ManagedObject, ManagedObject)

  init() throws {
    store = try .new()
    context = try PersistentContainer(model: Self.model(), store: store).makeContext()
    (tool, kit) = (try context.insert("Tool"), try context.insert("Kit"))
    label = try context.insert("Label")
    try context.save()
  }

  private func swallow(_ event: String, of table: String) throws {
    try store.run(
      "CREATE FUNCTION nothing() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
      "CREATE TRIGGER swallow BEFORE \(event) ON \"\(table)\" FOR EACH ROW EXECUTE FUNCTION nothing()"
    )
  }

  private func expectRejected(_ body: () throws -> Void) {
    let error = #expect(throws: PostgreSQLStoreError.self) { try body() }
    let text = error.map { "\($0)" } ?? ""
    #expect(text.contains("trigger") && text.contains("DROP TRIGGER"), "\(text)")
  }

  @Test(arguments: [(1, "trigger"), (3, "trigger"), (200, "trigger"), (1, "rule"), (3, "rule")])
  func `new rows that are swallowed are told, and nothing is saved`(
    _ count: Int, _ way: String
  ) throws {
    if way == "trigger" {
      try swallow("INSERT", of: "Tool")
    } else {
      try store.run("CREATE RULE swallow AS ON INSERT TO \"Tool\" DO INSTEAD NOTHING")
    }
    for _ in 0..<count { try context.insert("Tool") }
    try context.insert("Kit")
    #expect(throws: PostgreSQLStoreError.self) { try context.save() }
    #expect(try store.integer("SELECT count(*) FROM \"Tool\"") == 1)
    #expect(try store.integer("SELECT count(*) FROM \"Kit\"") == 1)
    #expect(context.hasChanges)
  }

  @Test func `some of many rows that are swallowed are told`() throws {
    try store.run(
      "CREATE FUNCTION odd() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN CASE WHEN NEW.count % 2 = 0 THEN NEW END; END'",
      "CREATE TRIGGER swallow BEFORE INSERT ON \"Tool\" FOR EACH ROW EXECUTE FUNCTION odd()")
    for number in 0..<10 { try context.insert("Tool").setValue(number, forKey: "count") }
    expectRejected { try context.save() }
    #expect(try store.integer("SELECT count(*) FROM \"Tool\"") == 1)
  }

  @Test func `a change that is swallowed is told`() throws {
    try swallow("UPDATE", of: "Tool")
    try tool.setValue(7, forKey: "count")
    expectRejected { try context.save() }
    #expect(context.hasChanges)
  }

  @Test func `a deletion that is swallowed is told`() throws {
    try swallow("DELETE", of: "Tool")
    try context.delete(tool)
    expectRejected { try context.save() }
  }

  @Test func `members and places of lists that are swallowed are told`() throws {
    try tool.insert(label, into: "labels")
    try context.save()
    try swallow("INSERT OR DELETE", of: "Tool_labels")
    try tool.remove(label, from: "labels")
    expectRejected { try context.save() }
    context.rollback()
    try context.insert("Label").insert(tool, into: "tools")
    expectRejected { try context.save() }
  }

  @Test func `a batch whose rows are swallowed is told`() throws {
    try swallow("UPDATE OR DELETE", of: "Tool")
    let update = BatchUpdate("Tool", set: ["count": .constant(.int(3))])
    expectRejected { _ = try context.execute(update) }
    expectRejected { _ = try context.execute(BatchDelete("Tool")) }
    #expect(try store.integer("SELECT count FROM \"Tool\"") == 0)
  }

  @Test(arguments: [
    ("CREATE RULE quiet AS ON UPDATE TO \"Tool\" DO INSTEAD NOTHING", "the rule quiet on Tool"),
    (
      "CREATE TRIGGER quiet BEFORE UPDATE ON \"Tool\" FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()",
      "the trigger quiet on Tool"
    ),
    (
      "CREATE TRIGGER quiet BEFORE UPDATE ON \"_armature_state\" FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()",
      "the trigger quiet on _armature_state"
    ),
    (
      "ALTER TABLE \"Tool\" ALTER \"count\" TYPE text",
      "the column count of its table Tool has the type text"
    ),
  ])
  func `opening looks for triggers, rules and types of others`(
    _ statement: String, _ words: String
  ) throws {
    try store.run(statement)
    let error = try #require(throws: PostgreSQLStoreError.self) {
      try PersistentContainer(model: Self.model(), store: store.again())
    }
    #expect("\(error)".contains(words), "\(error)")
  }

  @Test func `a trigger that is disabled is in nobody's way`() throws {
    try swallow("INSERT", of: "Tool")
    try store.run("ALTER TABLE \"Tool\" DISABLE TRIGGER swallow")
    let other = try PersistentContainer(model: Self.model(), store: store.again()).makeContext()
    try other.insert("Tool")
    try other.save()
    #expect(try other.count("Tool") == 2)
  }

  @Test func `a column of another type is named, and no value is blamed`() throws {
    try store.run("ALTER TABLE \"Tool\" ALTER \"count\" TYPE json USING '{}'")
    try tool.setValue(7, forKey: "count")
    let error = #expect(throws: PostgreSQLStoreError.self) { try context.save() }
    let text = error.map { "\($0)" } ?? ""
    #expect(text.contains("the column count of its table Tool has another type"), "\(text)")
    #expect(!text.contains("U+0000"))
  }
}
