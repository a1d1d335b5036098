import Armature
import ArmatureSQLite
import Testing

@testable import ArmatureCommands

@Suite struct CoreDataImportTests {
  private let folder: Folder
  private let model: String
  private let new: String

  init() throws {
    folder = try Folder()
    model = try folder.write(
      """
      <model>
        <entity name="Cup">
          <attribute name="sku" attributeType="String" minValueString="1"/>
          <attribute name="colour" optional="YES" attributeType="String"/>
        </entity>
      </model>
      """, to: "Shop.xml")
    new = folder.path.appendingPath("new.sqlite")
  }

  /// Creates a store with the values of cups as SQL.
  private func store(_ cups: String...) throws -> String {
    let path = try folder.write("", to: "shop.sqlite")
    let database = try ForeignDatabase(path)
    let rows = cups.enumerated().map { "INSERT INTO ZCUP VALUES (\($0 + 7), 1, 1, \($1))" }
    let statements =
      [
        "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)",
        "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
        "INSERT INTO Z_PRIMARYKEY VALUES (1, 'Cup', 0, 9)",
        "CREATE TABLE ZCUP (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZSKU VARCHAR, ZCOLOUR VARCHAR)",
      ] + rows
    for statement in statements { try database.forEachRow(of: statement, columns: 0) { _ in } }
    return path
  }

  private func run(_ store: String, _ options: String...) -> Outcome {
    Outcome.of(["import", store, "--core-data", model] + options)
  }

  @Test(arguments: [
    ["'CUP-1', 'red'", "'CUP-2', NULL"], ["'CUP-1', NULL", "'', NULL"], ["'A', X'41'"],
  ])
  func `a dry run tells the same, and writes nothing`(cups: [String]) throws {
    let path = try store(cups[0], cups.count > 1 ? cups[1] : "'B', NULL")
    let before = try Files.names(in: folder.path)
    for options in [["--into", new], ["--output", folder.path.appendingPath("data.json")]] {
      let trial = run(path, options[0], options[1], "--dry-run")
      #expect(try Files.names(in: folder.path) == before)
      let real = run(path, options[0], options[1])
      #expect(trial == real, "\(trial)")
      #expect(FileStatus(options[1]) != nil || real.status == 1)
      Files.remove(options[1])
    }
  }

  @Test func `the name of a new store tells its kind, and it must be new`() throws {
    let path = try store("'CUP-1', NULL")
    for (name, start) in [("new.sqlite", "SQLite format 3"), ("new.json", "{")] {
      let new = folder.path.appendingPath(name)
      #expect(run(path, "--into", new).status == 0)
      #expect(try Files.read(new).starts(with: start.utf8))
      let again = run(path, "--into", new)
      #expect(again.status == 64 && again.talk.contains("already exists"))
      #expect(Outcome.of(["query", "-", new, "Cup", "--count"]).result == "1\n")
    }
  }

  @Test func `a version that is not there is told of the model, and not of the store`() throws {
    let outcome = run(try store("'CUP-1', NULL"), "--version", "2")
    #expect(outcome.status == 65)
    #expect(
      outcome.talk.hasPrefix("\(model): error: The version \"2\" must be in an .xcdatamodeld"))
  }

  @Test func `what Core Data does not write is an error by row and column, and nothing is made`()
    throws
  {
    let path = try store("'CUP-1', X'41'")
    let outcome = run(path, "--into", new)
    #expect(outcome.status == 1 && FileStatus(new) == nil)
    #expect(
      outcome.talk
        == "\(path): error: Cup.colour, row 7 of ZCUP: the column ZCOLOUR must have text, but has 1 byte of data."
        + " [unreadableValue]\nNothing was written. Correct the rows above in a copy of "
        + "\(path), and import the copy.\n"
    )
  }

  @Test func `what a rule refuses is told by entity and row`() throws {
    let outcome = run(try store("'CUP-1', NULL", "'', NULL"), "--into", new)
    #expect(outcome.status == 1 && FileStatus(new) == nil)
    #expect(outcome.talk.contains("at shop.sqlite (Cup, row 8)"), "\(outcome)")
  }

  @Test func `a damaged log is an error`() throws {
    let path = try store("'CUP-1', NULL")
    try folder.write("no log of SQLite, but long enough to be taken for one", to: "shop.sqlite-wal")
    let outcome = run(path, "--into", new)
    #expect(outcome.status == 65 && FileStatus(new) == nil)
    #expect(outcome.talk.contains("shop.sqlite-wal is damaged: it does not begin like a log."))
  }

  @Test
  func `a store without a model is told how it is read, and options that exclude each other are`()
    throws
  {
    let path = try store("'CUP-1', NULL")
    let alone = Outcome.of(["import", path])
    #expect(alone.status == 65)
    #expect(alone.talk.contains("with: --core-data MODEL"), "\(alone)")
    let both = run(path, "--as", "dynamic")
    #expect(both.status == 64 && both.talk.contains("they cannot be used together"))
  }
}
