import Testing

@testable import Armature

@Suite struct SnapshotEventTests {
  /// Records its events, and its values at that time.
  final class Account: ManagedObject {
    @Property("name") var name: String
    @Property("balance") var balance: Int
    @Property("caption") var caption: String?
    @Property("owner") var owner: Owner?
    var events: [String] = []

    override func awake(fromSnapshotEvents event: SnapshotEvents) {
      var names: [String] = []
      for (one, name) in [
        (.undoInsertion, "undoInsertion"), (.undoDeletion, "undoDeletion"),
        (.undoUpdate, "undoUpdate"), (.rollback, "rollback"), (.refresh, "refresh"),
        (.mergePolicy, "mergePolicy"),
      ] as [(SnapshotEvents, String)] where event.contains(one) { names.append(name) }
      events.append("\(names.joined(separator: "+")) \(balance) of \(owner?.name ?? "-")")
      try? setPrimitiveValue("\(balance) EUR", forKey: "caption")
    }

    func takeEvents() -> [String] {
      defer { events = [] }
      return events
    }
  }

  final class Owner: ManagedObject {
    @Property("name") var name: String
  }

  private let container: PersistentContainer
  private let context: ManagedObjectContext
  private let account: Account

  init() throws {
    container = try PersistentContainer(
      model: ManagedObjectModel("Bank") {
        Entity("Owner", class: Owner.self) {
          Attribute("name", String.self).default("")
          Relationship("accounts", to: "Account", .toMany, inverse: "owner", onDelete: .cascade)
        }
        Entity("Account", class: Account.self) {
          Attribute("name", String.self).default("a")
          Attribute("balance", Int.self).default(0)
          Attribute("caption", String?.self).transient()
          Relationship("owner", to: "Owner", inverse: "accounts")
        }
      })
    context = container.makeContext()
    account = try context.insert(Account.self)
    account.balance = 10
    try context.save()
    context.recordsUndo = true
  }

  @Test func `a change that is undone and redone is told with the values in place`() {
    account.balance = 20
    #expect(account.events.isEmpty)
    context.undo()
    #expect(account.takeEvents() == ["undoUpdate 10 of -"] && account.caption == "10 EUR")
    context.redo()
    #expect(account.takeEvents() == ["undoUpdate 20 of -"] && account.caption == "20 EUR")
    #expect(context.canUndo && !context.canRedo)
    context.undo()
    #expect(!context.hasChanges && context.canRedo)
  }

  @Test func `an insertion that is undone takes the object away, and redo brings it back`() throws {
    let new = try context.undoGroup {
      let new = try context.insert(Account.self)
      new.balance = 5
      return new
    }
    context.undo()
    #expect(new.takeEvents() == ["undoInsertion 5 of -"])
    context.redo()
    #expect(new.takeEvents() == ["undoDeletion 5 of -"] && new.isInserted)
    #expect(account.events.isEmpty)
  }

  @Test func `a deletion that is undone tells all that comes back, with its links`() throws {
    let owner = try context.insert(Owner.self)
    owner.name = "Ada"
    account.owner = owner
    try context.save()
    try context.delete(owner)
    #expect(account.isDeleted)
    context.undo()
    #expect(account.takeEvents().count == 1)
    #expect(account.owner === owner && account.caption == "10 EUR")
    context.redo()
    let events = account.takeEvents()
    #expect(events.count == 1 && events[0].hasPrefix("undoInsertion"), "\(events)")
  }

  @Test func `a step with several changes of an object is told once`() {
    context.undoGroup {
      account.balance = 1
      account.name = "b"
      account.balance = 2
    }
    context.undo()
    #expect(account.takeEvents() == ["undoUpdate 10 of -"])
  }

  @Test func `a rollback is told by what was changed or deleted`() throws {
    let other = try context.insert(Account.self)
    try context.save()
    account.balance = 30
    try context.delete(other)
    let new = try context.insert(Account.self)
    context.rollback()
    #expect(account.takeEvents() == ["rollback 10 of -"])
    #expect(other.takeEvents() == ["rollback 0 of -"] && new.events.isEmpty)
    #expect(!context.hasChanges && account.caption == "10 EUR")
  }

  @Test func `a refresh and a merge are told, when all objects have their values`() throws {
    let other = container.makeContext()
    let same = try #require(try other.same(account) as? Account)
    same.balance = 40
    try other.save()
    try context.refresh(account)
    #expect(account.takeEvents() == ["refresh 40 of -"] && !account.hasChanges)

    let owner = try other.insert(Owner.self)
    owner.name = "Ada"
    same.owner = owner
    same.balance = 50
    try other.save()
    context.mergesChangesAutomatically = true
    same.balance = 60
    try other.save()
    _ = try context.count("Account")
    #expect(account.takeEvents() == ["refresh 60 of Ada"])
  }

  @Test func `a conflict that a merge policy resolves is told`() throws {
    let other = container.makeContext()
    let same = try #require(try other.same(account) as? Account)
    same.balance = 40
    try other.save()
    account.name = "mine"
    context.mergePolicy = .objectTrumps
    try context.save()
    #expect(account.takeEvents() == ["mergePolicy 40 of -"] && account.name == "mine")
  }

  @Test func `a refresh of an object that undo steps concern is told, because it is read at once`()
    throws
  {
    account.balance = 3
    try context.save()
    try context.refresh(account, mergeChanges: false)
    #expect(account.events == ["refresh 3 of -"])
  }

  @Test func `what is saved, fetched or set is not told`() throws {
    context.recordsUndo = false
    account.balance = 3
    try context.save()
    _ = try context.fetch("Account")
    try context.refresh(account, mergeChanges: false)
    _ = account.balance
    #expect(account.events.isEmpty)
  }
}
