import Armature
import ArmatureModel
import ArmatureSQLite
import Synchronization
import TestSupport
import Testing

/// New rows inserted by multi-row statements, in hundreds.
@Suite(.needsSQLite) struct SQLiteSeveralRowsTests {
  private static func model(width: Int = 0) throws -> ManagedObjectModel {
    try ManagedObjectModel("Several") {
      Entity("Item") {
        Attribute("name", String?.self).unique()
        Attribute("rank", Int?.self)
        Attribute("note", String?.self)
        Relationship("next", to: "Item", inverse: "previous")
        Relationship("previous", to: "Item", .toMany, inverse: "next")
        Index("rank")
        for number in 0..<width { Attribute("extra\(number)", Int?.self) }
      }
      Entity("Part", parent: "Item") { Attribute("size", Double?.self) }
    }
  }

  /// Positions among new objects: the first and last rows of statements, and rows in between.
  private static let taken: [[Int]] = [
    [0], [31], [32], [63], [64], [99], [0, 1, 2], [30, 31, 32, 33], [5, 40, 41, 98], Array(0..<100),
  ]

  @Test(arguments: taken)
  func `all rows are told that are not unique, wherever they stand among others`(_ taken: [Int])
    throws
  {
    let told = try TwoStores.play(Self.model()) { container in
      let (context, other) = (container.makeContext(), container.makeContext())
      let items = try (0..<100).map { number in
        let item = try context.insert(number % 7 == 3 ? "Part" : "Item")
        try item.setValuesForKeys(["name": "n\(number)", "rank": number])
        return item
      }
      for number in taken { try other.insert("Item").setValue("n\(number)", forKey: "name") }
      try other.save()
      let report = #expect(throws: ValidationReport.self) { try context.save() }
      for number in taken { try items[number].setValue("m\(number)", forKey: "name") }
      let outcome = TwoStores.save(context)
      #expect(try container.makeContext().count("Item") == 100 + taken.count)
      return "\(report?.failures.count ?? 0) \(outcome)"
    }
    #expect(told == "\(taken.count) saved")
  }

  @Test(arguments: [0, 31, 50, 99])
  func `a row under the key of a new object is a conflict, and nothing is written`(_ position: Int)
    throws
  {
    let folder = try TemporaryFolder()
    let (path, model) = (folder.file(), try Self.model())
    let container = try PersistentContainer(model: model, store: SQLiteStore(path))
    let context = container.makeContext()
    let items = try (0..<100).map { number in
      let item = try context.insert("Item")
      try item.setValue("n\(number)", forKey: "name")
      return item
    }
    let key = items[position].objectID.key
    try runSQL("INSERT INTO Item (_id, _version, _entity) VALUES (\(key), 1, 'Item')", path)
    #expect(throws: (any Error).self) { try context.save() }
    #expect(try querySQL("SELECT count(*) FROM Item", path) == ["1"])
    try runSQL("DELETE FROM Item", path)
    try context.save()
    #expect(try container.makeContext().count("Item") == 100)
    expectIntact(path)
  }

  @Test func `a check that somebody has added refuses a row, and the others are not saved`() throws
  {
    let folder = try TemporaryFolder()
    let (path, model) = (folder.file(), try Self.model())
    let container = try PersistentContainer(model: model, store: SQLiteStore(path))
    try runSQL(
      """
      CREATE TRIGGER small BEFORE INSERT ON Item WHEN NEW.rank > 50
      BEGIN SELECT RAISE(ABORT, 'too large'); END
      """, path)
    let context = container.makeContext()
    for number in 0..<100 { try context.insert("Item").setValue(number, forKey: "rank") }
    #expect(throws: (any Error).self) { try context.save() }
    #expect(try querySQL("SELECT count(*) FROM Item", path) == ["0"])
    try runSQL("DROP TRIGGER small", path)
    try context.save()
    #expect(try container.makeContext().count("Item") == 100)
  }

  @Test(arguments: 0..<6 as Range<UInt64>)
  func `saves of many new objects by two contexts end in a file as in memory`(_ seed: UInt64) throws
  {
    let told = try TwoStores.play(Self.model()) { container in
      var random = SplitMix64(seed: seed)
      let contexts = [container.makeContext(), container.makeContext()]
      var told: [String] = []
      for _ in 0..<4 {
        for context in contexts { try Self.change(context, &random) }
        for context in contexts {
          told.append(TwoStores.save(context))
          if told.last != "saved" { context.rollback() }
        }
      }
      return told.joined(separator: "\n")
    }
    #expect(told.contains("saved"))
  }

  /// Inserts, links, changes and deletes objects, some of them with names that may be taken.
  private static func change(
    _ context: ManagedObjectContext, _ random: inout SplitMix64
  ) throws {
    var items = try context.fetch("Item")
    for item in items where random.oneIn(20) { try context.delete(item) }
    items.removeAll { $0.isDeleted }
    for _ in 0..<random.number(10...90) {
      let item = try context.insert(random.oneIn(4) ? "Part" : "Item")
      if !random.oneIn(5) { try item.setValue("n\(random.below(6000))", forKey: "name") }
      try item.setValue(random.below(50), forKey: "rank")
      items.append(item)
    }
    for item in items where random.oneIn(6) {
      try item.setValue(random.pick(items), forKey: "next")
      try item.setValue("note \(random.below(9))", forKey: "note")
    }
  }

  /// If a table has more columns than one call can read, rows are read value by value.
  @Test(arguments: [0, 120])
  func `rows that an index finds come in the order of their keys`(_ width: Int) throws {
    let model = try Self.model(width: width)
    let told = try TwoStores.play(model) { container in
      let context = container.makeContext()
      for number in 0..<300 {
        let item = try context.insert(number % 5 == 0 ? "Part" : "Item")
        try item.setValue(number * 7919 % 300, forKey: "rank")
        if width > 0 { try item.setValue(number, forKey: "extra\(number % width)") }
      }
      try context.save()
      let other = container.makeContext()
      let conditions = [
        "rank > 250", "rank < 9", "rank IN {5, 3, 290, 12}", "rank = 3 OR rank > 280",
      ]
      return try conditions.map { text in
        let found = try other.fetch(FetchRequest("Item", where: FetchPredicate(text)))
        let keys = found.map(\.objectID.key)
        #expect(keys == keys.sorted() && !keys.isEmpty)
        return try found.map { "\(try $0.value(forKey: "rank") as AttributeValue)" }.joined()
      }.joined(separator: "\n")
    }
    #expect(!told.isEmpty)
  }

  @Test(arguments: [5, 31, 40, 99])
  func `a row whose trigger fails is not saved, wherever it stands among others`(_ rank: Int) throws
  {
    let folder = try TemporaryFolder()
    let (path, model) = (folder.file(), try Self.model())
    let container = try PersistentContainer(model: model, store: SQLiteStore(path))
    try runSQL(
      """
      CREATE TABLE audit (x NOT NULL);
      CREATE TRIGGER audits AFTER INSERT ON Item
      BEGIN INSERT INTO audit VALUES (CASE WHEN NEW.rank = \(rank) THEN NULL ELSE 1 END); END
      """, path)
    let context = container.makeContext()
    for number in 0..<100 { try context.insert("Item").setValue(number, forKey: "rank") }
    #expect(throws: (any Error).self) { try context.save() }
    #expect(try querySQL("SELECT count(*) FROM Item", path) == ["0"])
  }

  @Test(arguments: ["INSERT", "UPDATE", "DELETE"], [1, 100])
  func `rows that a trigger swallows are told`(_ event: String, _ count: Int) throws {
    let folder = try TemporaryFolder()
    let (path, model) = (folder.file(), try Self.model())
    let container = try PersistentContainer(model: model, store: SQLiteStore(path))
    let context = container.makeContext()
    let item = try context.insert("Item")
    try context.save()
    try runSQL(
      "CREATE TRIGGER quiet BEFORE \(event) ON Item BEGIN SELECT RAISE(IGNORE); END", path)
    switch event {
    case "INSERT": for _ in 0..<count { try context.insert("Item") }
    case "UPDATE": try item.setValue(count, forKey: "rank")
    default: try context.delete(item)
    }
    let error = #expect(throws: SQLiteStoreError.self) { try context.save() }
    #expect(error.map { "\($0)" }?.contains("DROP TRIGGER") == true)
    #expect(try querySQL("SELECT count(*) FROM Item", path) == ["1"])
  }

  @Test func `what is explained is the statement that runs`() throws {
    let folder = try TemporaryFolder()
    let statements = Mutex<[String]>([])
    let store = SQLiteStore(
      folder.file(), log: { text, _ in statements.withLock { $0.append(text) } })
    let context = try PersistentContainer(model: Self.model(), store: store).makeContext()
    let request = try FetchRequest("Item", where: FetchPredicate("rank > 5"))
    _ = try context.fetch(request)
    let explained = try context.explain(request)
    let run = statements.withLock { $0.filter { $0.hasPrefix("SELECT \"t0\"") } }
    #expect(run.count == 1 && run.allSatisfy(explained.description.contains))
  }

  @Test func `nothing in a file can call what takes rows`() throws {
    let folder = try TemporaryFolder()
    let (path, model) = (folder.file(), try Self.model())
    let container = try PersistentContainer(model: model, store: SQLiteStore(path))
    try runSQL(
      """
      CREATE TRIGGER taker AFTER INSERT ON Item
      BEGIN UPDATE Item SET note = (SELECT armature_rows(1, 1, 'Item', 'x') FROM Item); END
      """, path)
    let context = container.makeContext()
    try context.insert("Item").setValue("a", forKey: "name")
    #expect(throws: SQLiteStoreError.self) { try context.save() }
    #expect(try querySQL("SELECT count(*) FROM Item", path) == ["0"])
  }
}
