import Armature
import ArmatureSQL
import Foundation
import TestSupport
import Testing

@testable import ArmaturePostgreSQL

/// Servers that reject requests: errors include a remedy, saves are atomic, and the next call works when the problem
/// has ended.
@Suite(.needsPostgreSQL) struct PostgreSQLTroubleTests {
  /// Returns the error of a closure, which must have a state and contain some words.
  @discardableResult private func expect(
    _ state: String, _ words: String, isTransient: Bool, _ body: () throws -> Void
  ) throws -> String {
    let error = try #require(throws: PostgreSQLStoreError.self) { try body() }
    #expect("\(error)".contains("SQLSTATE \(state)"), "\(error)")
    #expect("\(error)".contains(words), "\(error)")
    #expect(error.isTransient == isTransient, "\(error)")
    return "\(error)"
  }

  /// Changes the counter; it can be saved only after the problem has ended.
  private func expectSave(
    _ user: ServerUser, _ store: PostgreSQLStore, _ state: String, _ words: String,
    isTransient: Bool, until end: () throws -> Void
  ) throws {
    let context = try Counters.patiently { try Counters.context(store) }
    let counter = try #require(Counters.patiently { try context.fetch("Counter") }.first)
    try counter.setValue(7, forKey: "count")
    let note = try context.insert("Note")
    try note.setValue("of seven", forKey: "text")
    for _ in 0..<2 {
      try expect(state, words, isTransient: isTransient) { try context.save() }
    }
    #expect(try user.owner.integer("SELECT \"count\" FROM \"Counter\"") == 0)
    #expect(try user.owner.integer("SELECT COUNT(*) FROM \"Note\"") == 0)
    try end()
    try Counters.patiently { try context.save() }
    #expect(try user.owner.integer("SELECT \"count\" FROM \"Counter\"") == 7)
    #expect(try user.owner.integer("SELECT COUNT(*) FROM \"Note\"") == 1)
  }

  @Test(arguments: [
    ("57P03", "the database system is starting up", true, "save again when it runs"),
    ("57P03", "das Datenbanksystem startet: noch nicht", true, "save again when it runs"),
    ("53300", "sorry, too many clients already", true, "Allow more connections"),
    ("28P01", "password authentication failed for user \"user\"", false, "Check the user"),
    ("28000", "no pg_hba.conf entry for host", false, "the permission to log in from here"),
    ("3D000", "database \"shop\" does not exist", false, "Create the database"),
    ("42501", "permission denied for database \"shop\"", false, "GRANT CONNECT ON DATABASE."),
    ("08P01", "login has been failing, try again later (server_login_retry)", true, "pooler"),
    ("08P01", "no more connections allowed (max_client_conn)", true, "pooler"),
    ("08P01", "unsupported startup parameter: options", false, "check the address"),
  ])
  func `a refused connection has its state, what to do, and no password`(
    _ state: String, _ words: String, _ isTransient: Bool, _ remedy: String
  ) throws {
    let server = try RejectingServer(state, words)
    try withExtendedLifetime(server) {
      let message = try expect(state, remedy, isTransient: isTransient) {
        _ = try Counters.context(PostgreSQLStore(server.address, timeout: .seconds(20)))
      }
      #expect(message.contains(words) && message.contains("/shop must"))
      #expect(!message.contains("topsecret") && !message.contains("auth.c"))
    }
  }

  @Test func `a wrong password is refused by a real server, and stands in no message`() throws {
    let user = try ServerUser()
    let folder = try #require(PostgreSQLServer.shared).folder
    try user.owner.run("ALTER ROLE \(user.name) PASSWORD 'right'")
    try user.owner.run(
      "COPY (VALUES ('local all \(user.name) scram-sha-256'), ('local all all trust')) TO '\(folder)/data/pg_hba.conf'"
    )
    try user.owner.run("SELECT pg_reload_conf()")
    func store(_ password: String) -> PostgreSQLStore {
      PostgreSQLStore(
        "\(user.store().settings.address)&password=\(password)", schema: user.owner.settings.schema)
    }
    // The server reads the file a little later.
    for _ in 0..<200 {
      guard (try? store("wrongsecret").metadata()) != nil else { break }
      usleep(20_000)
    }
    let message = try expect("28P01", "password", isTransient: false) {
      _ = try Counters.context(store("wrongsecret"))
    }
    #expect(!message.contains("wrongsecret"))
    #expect(try Counters.names(store("right")) == ["first"])
  }

  @Test func `a server that only reads is read from`() throws {
    let user = try ServerUser()
    let store = user.store()
    try store.open(Counters.model())
    // Otherwise inserting a new object would fail for lack of a key.
    _ = try store.reserveKeys(1)
    try user.alter("SET default_transaction_read_only = on")
    #expect(try Counters.names(store) == ["first"])
    try expectSave(user, store, "25006", "connect to the primary server", isTransient: true) {
      try user.alter("RESET default_transaction_read_only")
    }
  }

  @Test func `a new store is not made on a server that only reads`() throws {
    let user = try ServerUser()
    try user.owner.run("GRANT CREATE ON DATABASE postgres TO \(user.name)")
    try user.alter("SET default_transaction_read_only = on")
    let server = try #require(PostgreSQLServer.shared)
    let store = PostgreSQLStore(user.store().settings.address, schema: server.newSchema())
    try expect("25006", "connect to the primary server", isTransient: true) {
      _ = try Counters.context(store)
    }
    try user.alter("RESET default_transaction_read_only")
    #expect(try Counters.names(store) == [])
  }

  @Test func `a store is made in a schema that is there, without the right to make one`() throws {
    let user = try ServerUser()
    let schema = try #require(PostgreSQLServer.shared).newSchema()
    try user.owner.run("CREATE SCHEMA \(schema) AUTHORIZATION \(user.name)")
    let store = PostgreSQLStore(user.store().settings.address, schema: schema)
    #expect(try Counters.names(store) == [])
  }

  @Test func `what is in the way of a new store is told without making anything`() throws {
    let user = try ServerUser()
    let (schema, model) = (try #require(PostgreSQLServer.shared).newSchema(), try Counters.model())
    let store = PostgreSQLStore(user.store().settings.address, schema: schema)
    func expectReasons(
      _ reasons: String..., remedies: [PostgreSQLStoreError.Remedy]
    ) throws {
      let error = try #require(throws: PostgreSQLStoreError.self) {
        try store.checkMaking(of: model)
      }
      guard case .unusableDatabase(_, let reason, let found) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(reason == reasons.joined(separator: "; ") && found == remedies, "\(error)")
      #expect(throws: PostgreSQLStoreError.self) { try store.open(model) }
    }
    try expectReasons(
      "the user \(user.name) may not create the schema \(schema)",
      remedies: [.grantOrCreateSchema])
    try user.owner.run("CREATE SCHEMA \(schema)")
    let noTables = "the user \(user.name) may not create tables in the schema \(schema)"
    try expectReasons(
      "the user \(user.name) may not use the schema \(schema)", noTables,
      remedies: [.grant("USAGE ON SCHEMA"), .grant("CREATE ON SCHEMA")])
    try user.owner.run("GRANT USAGE ON SCHEMA \(schema) TO \(user.name)")
    try expectReasons(noTables, remedies: [.grant("CREATE ON SCHEMA")])
    try user.owner.run(
      "GRANT CREATE ON SCHEMA \(schema) TO \(user.name)",
      "CREATE TABLE \(schema).\"Note\" (a int)")
    try expectReasons(
      "its schema \(schema) has Note of another program, with the name of a new table",
      remedies: [.useOwnSchema])
    try user.owner.run("DROP TABLE \(schema).\"Note\"")
    try user.alter("SET default_transaction_read_only = on")
    try expectReasons("it is read-only", remedies: [.usePrimaryServer])
    try user.alter("RESET default_transaction_read_only")
    try store.checkMaking(of: model)
    #expect(try store.metadata() == nil)
    try store.open(model)
  }

  @Test func `a full disk is told, and the save is made when there is room`() throws {
    let user = try ServerUser()
    try user.owner.run(
      """
      CREATE FUNCTION full_disk() RETURNS boolean LANGUAGE plpgsql AS
      $$ BEGIN RAISE 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$
      """, "ALTER TABLE \"Note\" ADD CONSTRAINT full_disk CHECK (full_disk())")
    try expectSave(user, user.store(), "53100", "Free space on its disk", isTransient: true) {
      try user.owner.run("ALTER TABLE \"Note\" DROP CONSTRAINT full_disk")
    }
  }

  @Test func `too many connections are told until one ends`() throws {
    let user = try ServerUser()
    try user.alter("CONNECTION LIMIT 1")
    let store = user.store()
    var other: PostgreSQLConnection? = try PostgreSQLConnector(store.settings).connect()
    try expect("53300", "Allow more connections", isTransient: true) {
      _ = try Counters.context(store)
    }
    #expect(other != nil)
    other = nil
    #expect(
      try Counters.patiently { try Counters.names(store, in: Counters.context(store)) } == ["first"]
    )
  }

  @Test(arguments: [
    ("statement_timeout", "57014", "a longer statement_timeout"),
    ("lock_timeout", "55P03", "a longer lock_timeout"),
  ])
  func `a server that ends what takes too long is told so`(
    _ setting: String, _ state: String, _ words: String
  ) throws {
    let user = try ServerUser()
    let store = user.store()
    _ = try Counters.context(store)
    try user.alter("SET \(setting) = '300ms'")
    let other = try PostgreSQLConnector(user.owner.settings).connect()
    try other.send("BEGIN")
    try other.send("SELECT 1 FROM \"Counter\" FOR UPDATE")
    try other.receiveFine()
    try expectSave(user, store, state, words, isTransient: true) { other.rollBack() }
  }

  @Test func `a reader that was idle for too long ends, and the next one reads`() throws {
    let user = try ServerUser()
    try user.alter("SET idle_in_transaction_session_timeout = '100ms'")
    let store = user.store()
    let context = try Counters.context(store)
    let reader = try store.reader()
    _ = try reader.count(FetchRequest("Counter"))
    usleep(400_000)
    let error = try #require(throws: PostgreSQLStoreError.self) {
      _ = try reader.count(FetchRequest("Counter"))
    }
    #expect(error.isTransient, "\(error)")
    #expect(try context.fetch("Counter").count == 1)
    #expect(try store.reader().count(FetchRequest("Counter")) == 1)
  }

  @Test func `a user without rights is told, and no table is taken for another program's`() throws {
    let user = try ServerUser(nil)
    let (store, schema) = (user.store(), user.owner.settings.schema)
    func expectNoReading(_ words: String, _ body: () throws -> Void) throws {
      let error = try #require(throws: PostgreSQLStoreError.self) { try body() }
      #expect(
        "\(error)".contains("must let the user read the store, but PostgreSQL does not: ")
          && "\(error)".hasSuffix(words) && !"\(error)".contains("saved"), "\(error)")
    }
    try expectNoReading("for schema \(schema). Grant the user the right: GRANT USAGE ON SCHEMA.") {
      _ = try Counters.context(store)
    }
    let other = PostgreSQLStore(store.settings.address, schema: "not_there")
    try expect("42501", "GRANT CREATE ON DATABASE, or create the schema", isTransient: false) {
      _ = try Counters.context(other)
    }
    try user.owner.run("GRANT USAGE ON SCHEMA \(schema) TO \(user.name)")
    let select = "Grant the user the right: GRANT SELECT ON ALL TABLES IN SCHEMA."
    try expectNoReading("for table _armature. \(select)") { _ = try Counters.context(store) }
    try user.grant("SELECT")
    try user.owner.run("REVOKE ALL ON \(schema).\"Counter\" FROM \(user.name)")
    for isOfOne in [false, true] {
      try expectNoReading("for table Counter. \(select)") {
        let context = try Counters.context(store)
        if isOfOne { _ = try context.count("Counter") } else { _ = try context.fetch("Counter") }
      }
    }
    try user.grant("SELECT")
    try user.owner.run("REVOKE ALL ON ALL SEQUENCES IN SCHEMA \(schema) FROM \(user.name)")
    #expect(try Counters.names(store) == ["first"])
    let context = try Counters.context(store)
    try expect("42501", "GRANT USAGE ON SEQUENCE", isTransient: false) {
      _ = try context.insert("Note")
      try context.save()
    }
    try user.grant("SELECT")
    try expectSave(user, store, "42501", "Grant the user", isTransient: false) {
      try user.grant("ALL")
    }
  }

  @Test func `a schema that is dropped is told, and is made anew by opening`() throws {
    let store = try PostgreSQLStore.new()
    let context = try Counters.context(store)
    _ = try Counters.insert("first", context)
    try context.save()
    try store.run("DROP SCHEMA \(store.settings.schema) CASCADE")
    _ = try Counters.insert("second", context)
    try expect("42P01", "restore a backup", isTransient: false) { try context.save() }
    try expect("42P01", "restore a backup", isTransient: false) {
      _ = try context.fetch(FetchRequest("Counter"))
    }
    #expect(try Counters.names(store) == [])
  }
}
