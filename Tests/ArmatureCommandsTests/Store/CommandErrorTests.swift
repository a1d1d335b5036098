import ArmaturePostgreSQL
import ArmatureSQLite
import Foundation
import Testing

@testable import Armature
@testable import ArmatureCommands

@Suite struct CommandErrorTests {
  /// An error, and the words of its remedy for the two audiences.
  typealias Advice = (error: any Error, swift: String, command: String)

  private static let advice: [Advice] =
    sqliteAdvice + postgreSQLAdvice + storeAdvice + fileAdvice
    + MergeConflict.Kind.examples.map {
      ($0.error, ". Refresh it, or set a merge policy.", ". Try again.")
    }

  private static let sqliteAdvice: [Advice] = {
    let library = "or name its path: SQLiteStore(path, library: …)."
    let folder = "or name its folder in the variable LD_LIBRARY_PATH."
    func database(_ code: Int32) -> SQLiteStoreError {
      .database(path: "a", code: code, message: "b")
    }
    return [
      (SQLiteStoreError.libraryMissing(path: "a", reason: "b"), library, folder),
      (SQLiteStoreError.unsupportedLibrary(path: "a", reason: "b"), library, folder),
      (
        SQLiteStoreError.busy(path: "a"),
        "busy timeout. Save again, or wait longer: SQLiteStore(path, busyTimeout: …).",
        "busy timeout. Try again."
      ),
      (
        SQLiteStoreError.replaced(path: "a"),
        "Restore it, or make a new container for the present file.",
        "Restore it, or try again with the present file."
      ),
      (
        SQLiteStoreError.readOnly(path: "a"), "Nothing was saved: open it without readOnly: true.",
        "Nothing was saved: let the user write to the file."
      ),
      (
        SQLiteStoreError.hardLinked(path: "a", count: 2),
        "remove the other names, make them symbolic links, or allow them if no one uses them: "
          + "SQLiteStore(path, allowsHardLinks: true).",
        "remove the other names, or make them symbolic links."
      ),
      (
        SQLiteStoreError.keyMissing(path: "a"), "Name the key: SQLiteStore(path, key: …).",
        "Name the key: --key-file, or the variable ARMATURE_KEY."
      ),
      (
        SQLiteStoreError.notEncrypted(path: "a"),
        "or make an encrypted copy: backUp(to: copy, key: …).",
        "or make an encrypted copy: armature store copy, with --new-key-file."
      ),
      (
        SQLiteStoreError.cannotEncrypt(path: "a", library: "b", reason: "c"),
        "and name its path: SQLiteStore(path, library: …, key: …).",
        "and name its folder in the variable LD_LIBRARY_PATH: the library must have the name "
          + "libsqlite3.so.0."
      ),
      (
        database(8), "its folder, or open it read-only: SQLiteStore(path, readOnly: true).",
        "its folder."
      ),
      (
        database(14),
        "open files; a read-only store needs no writable folder: SQLiteStore(path, readOnly: true).",
        "open files."
      ),
      (
        SQLiteStoreError.Remedy.nameFile.error,
        ". Name a file, or keep the rows in memory: InMemoryStore().", ". Name a file."
      ),
    ]
  }()

  private static let postgreSQLAdvice: [Advice] = {
    typealias Remedy = PostgreSQLStoreError.Remedy
    let library = "or name its path: PostgreSQLStore(url, library: …)."
    let folder = "or name its folder in the variable LD_LIBRARY_PATH."
    return [
      (PostgreSQLStoreError.libraryMissing(path: "a", reason: "b"), library, folder),
      (PostgreSQLStoreError.unsupportedLibrary(path: "a", reason: "b"), library, folder),
      (
        PostgreSQLStoreError.timedOut(server: "a", step: "b"),
        "try again, or wait longer: PostgreSQLStore(url, timeout: …).",
        "Nothing was saved: try again."
      ),
      (
        PostgreSQLStoreError.database(server: "a", state: "53300", message: "b", constraint: nil),
        "Allow more connections, or let this store use fewer: PostgreSQLStore(url, connections: …).",
        "Allow more connections, or try again later."
      ),
      (
        Remedy.useOwnSchema.error,
        "Give the store a schema of its own: PostgreSQLStore(url, schema: …).",
        "Give the store a schema of its own: ?schema=name at the end of the address."
      ),
      (
        Remedy.useConsecutiveKeys.error,
        "Use consecutive keys: PostgreSQLStore(url, keys: .rising).",
        "Save with a program that uses consecutive keys."
      ),
      (
        Remedy.convertRow.error,
        "or that are not numbers: convert the row with migration: .custom.",
        "or that are not numbers: migrate with a program that converts the row."
      ),
      (
        Remedy.dumpDatabase.error, "Make one with pg_dump, and remove keepingBackup().",
        "Make one with pg_dump."
      ),
    ]
  }()

  private static let storeAdvice: [Advice] = [
    (
      PersistentStoreError.notOpen, "Make a PersistentContainer with it.",
      "Please report this defect of the command."
    ),
    (
      PersistentStoreError.migrationBlocked(path: "a", obstacles: []),
      "or convert them with migration: .custom",
      "or migrate with a program that converts them"
    ),
    (
      PersistentStoreError.invalidValue(place: "a", type: .string, value: 1),
      "check the closure of .set or .split.", "check the program of the step."
    ),
    (
      PersistentStoreError.invalidObject(place: "a", reason: "b"),
      "check the objects that .split makes and drops.", "check the program of the step."
    ),
    (
      PersistentStoreError.wrongAnswer(function: "count(_:)", must: "a", but: "b"),
      "A store's count(_:) must a, but b. The data are damaged, or the store has an error: repair "
        + "the data, or check a store of your own with StoreConformance. verify() lists all "
        + "unreadable objects; fetch with returnsObjectsAsFaults to read the others, and repair or "
        + "remove these with a BatchUpdate or a BatchDelete.",
      "A store must a, but b. Another program has changed the data: correct them there. armature "
        + "store check lists all failures."
    ),
    (
      PersistentStoreError.noHistory(reason: "a"),
      "Create it with keepsHistory: true, which SQLiteStore, PostgreSQLStore and InMemoryStore "
        + "have, or with armature store create --history; a history begins when it is first "
        + "requested.",
      "Create a store with armature store create --history."
    ),
    (
      PersistentStoreError.unknownToken(.init(storeID: UUID(), number: 1), reason: "a"),
      "Read the data again, and continue from currentHistoryToken().",
      "Read the data again, and continue from the last save that armature history lists."
    ),
    (
      PersistentStoreError.damagedHistory(save: 1, reason: "a"),
      "Read the data again, and continue from currentHistoryToken(); purgeHistory(upTo:) with that "
        + "token removes the damage.",
      "Read the data again, and remove the damage: armature history --purge-up-to, with the last "
        + "save."
    ),
  ]

  private static let fileAdvice: [Advice] = [
    (
      FileStoreError(path: "a", reason: .otherModel(saved: "b", expected: "c", failures: ["d"])),
      "Open it with migration: .staged and that model, or change what does not suit",
      "Open it with a program that has that model in a staged migration, or change what does not "
        + "suit"
    ),
    (
      FileStoreError(path: "a", reason: .changed),
      "call reload() of the store and refreshAll() of the context, and save again.",
      "Nothing was written: try again."
    ),
    (
      FileStoreError(path: "a", reason: .hardLinked(count: 2)),
      "remove the other names, make them symbolic links, or allow them: JSONFileStore(path, "
        + "allowsHardLinks: true).",
      "remove the other names, or make them symbolic links."
    ),
  ]

  @Test(arguments: advice.indices)
  func `a remedy has words for programmers and other words for the command`(index: Int) throws {
    let (error, swift, command) = Self.advice[index]
    let message = try #require(CommandError(ofStore: error)).message
    #expect("\(error)".contains(swift) && !"\(error)".contains(command), "\(error)")
    #expect(message.contains(command) && !message.contains(swift), "\(message)")
  }

  // MARK: All cases

  /// An example of each error that a store or a save throws.
  private static let errors: [any AdvisingError] = {
    let sqliteCodes: [Int32] = [8, 10, 11, 13, 14]
    let states = [
      "08P01", "25006", "25P03", "28P01", "3D000", "42501", "42P01", "53100", "53300", "55P03",
      "57014", "57P03",
    ]
    var errors: [any AdvisingError] = SQLiteStoreError.examples
    errors += SQLiteStoreError.Remedy.examples.map(\.error)
    errors += sqliteCodes.map { SQLiteStoreError.database(path: "a", code: $0, message: "b") }
    errors += PostgreSQLStoreError.examples
    errors += PostgreSQLStoreError.Remedy.examples.map(\.error)
    errors += states.map {
      PostgreSQLStoreError.database(server: "a", state: $0, message: "b", constraint: nil)
    }
    errors += PersistentStoreError.examples
    errors += FileStoreError.Reason.examples.map { FileStoreError(path: "a", reason: $0) }
    errors += MergeConflict.Kind.examples.map(\.error)
    return errors
  }()

  /// Returns the names from Swift code in a message: calls, argument labels, cases and words in camel case.
  private static func swiftNames(in message: String) -> [String] {
    // A name, a command of SQLite, and a modifier in a model, which a script of the command declares, too.
    let others: Set = ["PostgreSQL", ".recover", "key(_:)", ".com", ".example"]
    let patterns = [
      /\w+\([^ )]*\)|\w+\(\w+, [^)]*\)/, /\b\w*[a-z][A-Z]\w*/, /\b[a-z]+: \.\w+/, /\B\.[a-z]\w*/,
      /\bcontainer\b/, /\bmerge policy\b/,
    ]
    return patterns.flatMap { message.matches(of: $0) }.map { String($0.output) }.filter {
      !others.contains($0)
    }
  }

  @Test func `no message of the command has names from Swift`() throws {
    for error in Self.errors {
      let message = try #require(CommandError(ofStore: error)).message
      #expect(Self.swiftNames(in: message) == [], "\(message)")
      #expect(message == error.message(for: .commandUser))
    }
    // The patterns find them in the messages for programmers.
    let found = Self.errors.filter { !Self.swiftNames(in: "\($0)").isEmpty }
    #expect(found.count > 25)
  }

  @Test func `no template of the command has names from Swift, except those that declare a model`()
  {
    let declaring: Set = ["identifying()", "prepareForDeletion", "willSave"]
    let (command, english) = (MessageCatalog.command.writer, MessageCatalog.english.writer)
    func names(_ key: String, by writer: MessageWriter) -> Set<String> {
      let template = (writer.word(key) ?? "").replacing(/\{\w+\}/, with: "")
      return Set(Self.swiftNames(in: template)).subtracting(declaring)
    }
    let keys = MessageCatalog.englishTemplates.keys.sorted()
    for key in keys { #expect(names(key, by: command) == [], "\(key)") }
    #expect(
      keys.filter { !names($0, by: english).isEmpty } == [
        "key.notAllowed.transient", "type.structure.cell", "type.structure.unnamed",
        "type.structure.written",
      ])
  }

  @Test func `all remedies for a file and a database have their words`() {
    #expect(
      SQLiteStoreError.Remedy.examples.map(\.description) == SQLiteStoreError.Remedy.words)
    #expect(
      PostgreSQLStoreError.Remedy.examples.map(\.description) == PostgreSQLStoreError.Remedy.words)
    let own: Set<SQLiteStoreError.Remedy> = [.nameFile, .useFullTextLibrary, .rebuildFullText]
    for remedy in SQLiteStoreError.Remedy.examples where !own.contains(remedy) {
      #expect(remedy.error.message(for: .commandUser) == "\(remedy.error)")
    }
    let others: Set<PostgreSQLStoreError.Remedy> = [
      .readFromStandby, .useOwnSchema, .useConsecutiveKeys, .convertRow, .dumpDatabase,
    ]
    for remedy in PostgreSQLStoreError.Remedy.examples where !others.contains(remedy) {
      #expect(remedy.error.message(for: .commandUser) == "\(remedy.error)")
    }
  }

  // MARK: Parts of messages

  @Test func `the command does not name a custom migration that drops data`() throws {
    let plan = MigrationPlan(from: try Shop.model(), to: try Shop.model(without: ["tags"]))
    let obstacle = MigrationObstacle(step: try #require(plan.steps.first), count: 1, rows: [])
    let error = PersistentStoreError.migrationBlocked(path: "a", obstacles: [obstacle])
    let drops = "\nTo drop the data of these parts: migration: .custom([.drop(\"Product.tags\")])"
    #expect("\(error)".hasSuffix("\(obstacle)\(drops)"), "\(error)")
    let message = try #require(CommandError(ofStore: error)).message
    #expect(message.hasSuffix("\(obstacle)"), "\(message)")
  }

  @Test func `links that cannot be written have a remedy for the command`() throws {
    let model = try ManagedObjectModel("Pairs") {
      Entity("Left") { Relationship("right", to: "Right", inverse: "left") }
      Entity("Right") { Relationship("left", to: "Left", inverse: "right") }
    }
    let context = ManagedObjectContext(model: model)
    try context.insert("Left").right = try context.insert("Right")
    func expectRemedy(_ remedy: String, _ write: () throws -> Data) throws {
      let report = try #require(throws: ValidationReport.self) { _ = try write() }
      let message = try #require(CommandError(ofStore: report)).message
      let failure = try #require(report.first)
      #expect(failure.message.hasSuffix("\(remedy) with json()."))
      #expect(failure.code == "type.structure" && failure.customMessage == nil)
      #expect(message.contains("\(remedy) as JSON. [type.structure]"), "\(message)")
    }
    try expectRemedy(
      "since nothing identifies a Right. Declare an attribute with identifying(), or write all "
        + "entities"
    ) { try context.json(of: "Left") }
    try expectRemedy(
      "Nothing identifies a Right: declare an attribute with identifying(), or write all entities"
    ) { try context.csv(of: "Left") }
  }

  @Test func `a path that names no file is told without Swift`() throws {
    let shop = try Shop()
    let outcome = Outcome.of(["load", shop.model, ":memory:", shop.path("data.json")])
    #expect(outcome.status == 65 && outcome.talk.hasSuffix("Name a file.\n"), "\(outcome)")
  }
}
