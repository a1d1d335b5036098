import Armature
import ArmatureModel
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ArmaturePostgreSQL

/// Stepwise migrations while other programs have the store open, or open it in between.
@Suite(.needsPostgreSQL) struct PostgreSQLStepwiseSharingTests {
  private let rows: ChangedRows

  init() throws {
    rows = try ChangedRows()
    try SteppedShop.fill(rows)
  }

  /// Interrupts the migration: a step is complete, and the following work has started.
  private func interrupt() throws {
    let interruption = Interruption(of: rows, after: 4, from: "RENAME TO \"_armature_old_1\"")
    #expect(throws: (any Error).self) {
      try PersistentContainer(
        model: SteppedShop.new(), store: interruption.store, migration: SteppedShop.migration)
    }
    #expect(interruption.hasHappened)
  }

  private func expectWhole(_ container: PersistentContainer) throws {
    let articles = try container.makeContext().fetch("Article", orderedBy: [.ascending("code")])
    #expect(articles.map { $0["code"] } == ["1", "2", "3"])
    #expect(articles.map { $0["shelf"] } == ["shelf 5", "shelf 5", "shelf 7"])
    #expect(articles.map { $0["tagCount"] } == [2, 1, 0])
    #expect(try container.verify().isValid)
  }

  private static func isUnfinished(_ error: (any Error)?) -> Bool {
    guard case PostgreSQLStoreError.migrationUnfinished(_, let model, let done, let count)? = error
    else { return false }
    let text = error.map { "\($0)" } ?? ""
    return (try? model == SteppedShop.new().fingerprint) == true && 0 < done && done < count
      && text.contains("\(done) of \(count) steps") && text.contains("open it with the same model")
  }

  @Test func `whoever opens a store in the middle is told, unless he goes on`() throws {
    let former = try rows.open(SteppedShop.old(), .refuse)
    try interrupt()
    let other = try ManagedObjectModel("Other") { Entity("Box") { Attribute("name", String.self) } }
    let openings: [(ManagedObjectModel, StoreMigration)] = try [
      (SteppedShop.old(), .refuse), (SteppedShop.old(), .automatic), (SteppedShop.new(), .refuse),
      (other, .automatic), (other, .refuse), (SteppedShop.versions()[2].model, .automatic),
    ]
    for (model, migration) in openings {
      for store in [rows.store.again(), rows.store.stepwise()] {
        let error = #expect(throws: (any Error).self) {
          try PersistentContainer(model: model, store: store, migration: migration)
        }
        #expect(Self.isUnfinished(error), "\(String(describing: error))")
      }
    }
    #expect(
      Self.isUnfinished(
        #expect(throws: (any Error).self) {
          try rows.store.stepwise().migrationPlan(to: SteppedShop.new())
        }))
    #expect(
      Self.isUnfinished(
        #expect(throws: (any Error).self) {
          try rows.store.again().migrationPlan(to: SteppedShop.new())
        }))
    let metadata = try #require(try rows.store.metadata())
    #expect(metadata.fingerprint == nil)
    #expect(try metadata.model == SteppedShop.old())
    // Programs with an open store notice it at their next access, and write nothing.
    let context = former.makeContext()
    #expect(Self.isUnfinished(#expect(throws: (any Error).self) { try context.fetch("Article") }))
    try context.insert("Tag").setValue("late", forKey: "word")
    #expect(Self.isUnfinished(#expect(throws: (any Error).self) { try context.save() }))
    let different = StoreMigration.custom([.set("Article.shelf") { _ in "none" }])
    let error = #expect(throws: PostgreSQLStoreError.self) {
      try rows.openStepwise(SteppedShop.new(), different)
    }
    #expect("\(String(describing: error))".contains("with other statements"))
    // The store recognizes the server without a query.
    try expectWhole(rows.open(SteppedShop.new(), SteppedShop.migration))
    _ = try rows.open(SteppedShop.new(), .refuse)
  }

  @Test(arguments: PostgreSQLStore.Isolation.allCases)
  func `a program of the old model that saves meanwhile is told, and nothing of it is there`(
    _ isolation: PostgreSQLStore.Isolation
  ) throws {
    let former = try PersistentContainer(
      model: SteppedShop.old(),
      store: PostgreSQLStore(
        rows.store.settings.address, schema: rows.store.settings.schema, isolation: isolation))
    let calls = Mutex(0)
    let told = Mutex<[any Error]>([])
    let context = former.makeContext()
    let article = try context.fetch("Article") { $0["code"] == 2 }[0]
    article.title = "late"
    nonisolated(unsafe) let (writing, reading, adding) = (
      context, former.makeContext(), former.makeContext()
    )
    try adding.insert("Tag").setValue("late", forKey: "word")
    // The closure runs for each article before the first step, and again during one.
    let migration = StoreMigration.custom([
      .set("Article.shelf", from: ["title"]) { old in
        if calls.withLock({
          $0 += 1; return $0
        }) == 4 {
          for body in [
            { try writing.save() }, { try adding.save() }, { _ = try reading.fetch("Article") },
            { _ = try reading.execute(BatchDelete("Tag")) },
          ] as [() throws -> Void] {
            do { try body() } catch { told.withLock { $0.append(error) } }
          }
        }
        return .string("shelf \(old["title"]?.description.count ?? 0)")
      }
    ])
    let container = try rows.openStepwise(SteppedShop.new(), migration)
    let errors = told.withLock(\.self)
    #expect(errors.count == 4 && errors.allSatisfy(Self.isUnfinished), "\(errors)")
    #expect(calls.withLock(\.self) == 6)
    try expectWhole(container)
    #expect(try container.makeContext().count("Tag") == 3)
    // Afterwards the store has another model.
    let error = #expect(throws: PersistentStoreError.self) { try writing.save() }
    if case .modelDiffers? = error { return }
    Issue.record("\(String(describing: error))")
  }

  @Test func `a look that has begun before is one at the old rows, and is waited for`() throws {
    let former = try rows.open(SteppedShop.old(), .refuse)
    var reader: (any StoreReader)? = try former.store.reader()
    _ = try reader?.token()
    let model = try SteppedShop.new()
    let migrated = Mutex<Result<PersistentContainer, any Error>?>(nil)
    let group = DispatchGroup()
    group.enter()
    let rows = rows
    Thread.detachNewThread {
      let result = Result { try rows.openStepwise(model, SteppedShop.migration) }
      migrated.withLock { $0 = result }
      group.leave()
    }
    usleep(200_000)
    #expect(migrated.withLock { $0 == nil })
    for entity in ["Article", "Tag"] {
      #expect(try reader?.count(FetchRequest(entity)) == 3)
    }
    reader = nil
    group.wait()
    try expectWhole(#require(migrated.withLock { try $0?.get() }))
  }

  @Test func `of several programs that migrate at once each step is done by one`() throws {
    let model = try SteppedShop.new()
    let calls = Mutex(0)
    let failures = Mutex<[any Error]>([])
    let migration = StoreMigration.custom([
      .set("Article.shelf", from: ["title"]) { old in
        calls.withLock { $0 += 1 }
        return .string("shelf \(old["title"]?.description.count ?? 0)")
      }
    ])
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      do {
        try expectWhole(rows.openStepwise(model, migration))
      } catch {
        failures.withLock { $0.append(error) }
      }
    }
    #expect(failures.withLock { $0.isEmpty }, "\(failures.withLock(\.self))")
    #expect(calls.withLock(\.self) == 6)
  }

  @Test func `a step that is in the way of others is tried again`() throws {
    // Two of three attempts to count a step fail like serialization failures.
    let schema = rows.store.settings.schema
    try rows.run("CREATE SEQUENCE \(schema).tries")
    try rows.run(
      """
      CREATE FUNCTION \(schema).refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF nextval('\(schema).tries') % 3 <> 0 THEN
          RAISE EXCEPTION 'restart transaction' USING ERRCODE = '40001';
        END IF;
        RETURN NEW;
      END $$
      """)
    try rows.run(
      "CREATE TRIGGER refuse BEFORE UPDATE ON \(schema).\"_armature\" FOR EACH ROW WHEN (OLD.\"key\" = 'migration_step') EXECUTE FUNCTION \(schema).refuse()"
    )
    try expectWhole(rows.openStepwise(SteppedShop.new(), SteppedShop.migration))
  }

  @Test func `what nobody can foresee is refused before the first step`() throws {
    let before = try (rows.tables(), rows.contents(SteppedShop.old()))
    let ways: [(ManagedObjectModel, StoreMigration, String)] = try [
      (SteppedShop.old(hasLabels: true), .automatic, "Article.label must be unique"),
      (
        SteppedShop.new(),
        .custom([
          .set("Article.shelf") { _ in "x" },
          .split("Article") { row in _ = try row.make("Tag", ["text": "x"]) },
        ]), "(.split)"
      ),
    ]
    for (model, migration, word) in ways {
      let error = #expect(throws: PostgreSQLStoreError.self) {
        try rows.openStepwise(model, migration)
      }
      #expect("\(String(describing: error))".contains(word), "\(String(describing: error))")
      #expect(throws: PostgreSQLStoreError.self) {
        try rows.store.stepwise().migrationPlan(to: model, migration: migration)
      }
    }
    // An error of a step for a row is found in advance as well.
    struct Refusal: Error {}
    #expect(throws: Refusal.self) {
      try rows.openStepwise(
        SteppedShop.new(), .custom([.set("Article.shelf") { _ in throw Refusal() }]))
    }
    #expect(try (rows.tables(), rows.contents(SteppedShop.old())) == before)
    _ = try rows.open(SteppedShop.old(), .refuse)
  }

  @Test func `the statements of a plan say that they go step by step, and lock nothing`() throws {
    let statements = try rows.store.stepwise().migrationSQL(
      to: SteppedShop.new(), migration: SteppedShop.migration)
    #expect(statements.first?.contains("step by step") == true)
    #expect(statements.contains(#"DROP TABLE "_armature_old_1";"#))
    #expect(statements.contains { $0.contains("DROP CONSTRAINT \"Article_maker_fkey\"") })
    #expect(!statements.contains { $0.contains("LOCK") })
    #expect(try rows.store.stepwise().migrationSQL(to: SteppedShop.old()).isEmpty)
  }
}
