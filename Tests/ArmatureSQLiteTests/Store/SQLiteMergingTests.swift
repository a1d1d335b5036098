import Armature
import ArmatureSQLite
import Foundation
import TestSupport
import Testing

/// Contexts that automatically merge the saves of other processes to their file.
@Suite(.needsSQLite) struct SQLiteMergingTests {
  private let folder: TemporaryFolder
  private let path: String
  private let (mine, theirs): (PersistentContainer, PersistentContainer)
  private let (context, other): (ManagedObjectContext, ManagedObjectContext)
  private let account: ManagedObject

  /// Creates a file with an account of four entries, opened by two containers like two processes.
  init() throws {
    folder = try TemporaryFolder()
    path = folder.file()
    let ledger = try Ledger(path)
    try ledger.start()
    mine = ledger.container
    theirs = try Ledger(path).container
    (context, other) = (mine.makeContext(), theirs.makeContext())
    let account = try #require(try other.fetch("Account").first)
    for number in 1...4 {
      let entry = try other.insert("Entry")
      try entry.setValue(number, forKey: "number")
      try account.insert(entry, into: "entries")
    }
    try other.save()
    context.mergesChangesAutomatically = true
    self.account = try #require(try context.fetch("Account").first)
  }

  private func entry(_ number: Int, _ context: ManagedObjectContext) throws -> ManagedObject {
    try #require(try context.fetch("Entry", where: FetchPredicate("number = %d", number)).first)
  }

  /// Makes a context read, which merges first.
  private func look(_ context: ManagedObjectContext) throws { _ = try context.count("Account") }

  private func numbers(_ account: ManagedObject) throws -> [Int?] {
    try account.objectIDs(forRelationshipNamed: "entries").map {
      try context.existingObject(with: $0).value(forKey: "number", as: Int.self)
    }
  }

  @Test func `what another process saves is there with the next fetch, on both sides of links`()
    throws
  {
    let (one, two) = (try entry(1, context), try entry(2, context))
    #expect(try numbers(account) == [1, 2, 3, 4])
    let theirAccount = try #require(try other.fetch("Account").first)
    try theirAccount.setValue(7, forKey: "number")
    try other.delete(entry(1, other))
    try theirAccount.remove(entry(3, other), from: "entries")
    try other.save()
    #expect(try account.value(forKey: "number", as: Int.self) == 0)
    try look(context)
    #expect(try account.value(forKey: "number", as: Int.self) == 7)
    #expect(try numbers(account) == [2, 4])
    #expect(one.objectState == .detached && two.objectState == .unchanged)
    #expect(try entry(3, context).objectIDs(forRelationshipNamed: "account").isEmpty)
  }

  @Test func `what is pending stays, and is saved beside what others have saved`() throws {
    let two = try entry(2, context)
    try two.setValue("mine", forKey: "text")
    try entry(2, other).setValue(20, forKey: "number")
    try other.save()
    try context.save()
    #expect(try two.value(forKey: "number", as: Int.self) == 20)
    try other.refreshAll()
    #expect(try entry(20, other).value(forKey: "text", as: String.self) == "mine")
  }

  @Test func `a context that does not merge stays as it is, and its save is a conflict`() throws {
    context.mergesChangesAutomatically = false
    let two = try entry(2, context)
    try two.setValue("mine", forKey: "text")
    try entry(2, other).setValue(20, forKey: "number")
    try other.save()
    try look(context)
    #expect(try two.value(forKey: "number", as: Int.self) == 2)
    #expect(throws: MergeConflicts.self) { try context.save() }
  }

  @Test func `a child and a list of results follow, also what is new`() throws {
    let results = try FetchedResults(FetchRequest("Entry"), in: context)
    let child = context.makeChild()
    child.mergesChangesAutomatically = true
    let (two, one) = (try entry(2, child), try entry(1, child))
    try entry(2, other).setValue(20, forKey: "number")
    try other.delete(entry(1, other))
    try other.insert("Entry").setValue(5, forKey: "number")
    try other.save()
    try look(child)
    #expect(try two.value(forKey: "number", as: Int.self) == 20)
    #expect(one.objectState == .detached)
    try results.update()
    let numbers = try results.objects.map { try $0.value(forKey: "number", as: Int.self) }
    #expect(numbers == [20, 3, 4, 5])
  }

  @Test func `a process that ends after its save is followed as well`() async throws {
    _ = try numbers(account)
    await #expect(processExitsWith: .success) { [path = path as String] in
      let ledger = try Ledger(path)
      let context = ledger.container.makeContext()
      let account = try #require(try context.fetch("Account").first)
      try account.setValue(9, forKey: "number")
      for entry in try context.fetch("Entry") { try context.delete(entry) }
      try context.save()
    }
    try look(context)
    #expect(try account.value(forKey: "number", as: Int.self) == 9)
    #expect(try numbers(account) == [])
  }

  @Test func `where no other program has saved, a fetch that merges asks for nothing more`() throws
  {
    let log = StatementLog()
    let container = try PersistentContainer(
      model: Ledger.model(), store: SQLiteStore(path, log: { statement, _ in log.add(statement) }))
    let (merging, plain) = (container.makeContext(), container.makeContext())
    merging.mergesChangesAutomatically = true
    func statements(_ body: () throws -> Void) throws -> [String] {
      _ = log.takeAll()
      try body()
      return log.takeAll()
    }
    for context in [merging, plain] { try look(context) }
    let usual = try statements { try look(plain) }
    let merged = try statements { try look(merging) }
    #expect(merged == usual)
    // A save of the same process and its rows are already known.
    let entry = try entry(1, plain)
    try entry.setValue("text", forKey: "text")
    try plain.save()
    try look(merging)
    #expect(try statements { try look(merging) } == merged)
  }

  /// The statements executed by a store, on any thread.
  private final class StatementLog: @unchecked Sendable {
    private let lock = NSLock()
    private var statements: [String] = []

    func add(_ statement: String) { lock.withLock { statements.append(statement) } }

    func takeAll() -> [String] {
      lock.withLock {
        defer { statements = [] }
        return statements
      }
    }
  }
}
