import TestSupport
import Testing

@testable import Armature

/// The result of a policy for an inserted author whose name another context has already saved, with the birth year 1920
/// in Tacoma and no readers.
struct UpsertCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let policy: MergePolicy
  /// The stored year, town, rank and motto in the end; here 1921, nil, the default 1, and "mine".
  let stored: [AttributeValue]
  /// Whether the saved author gets the new author's club.
  let takesClub: Bool

  static let all = [
    UpsertCase(
      testDescription: "store trumps", policy: .storeTrumps, stored: [1920, "Tacoma", 7, "mine"],
      takesClub: true),
    UpsertCase(
      testDescription: "object trumps", policy: .objectTrumps, stored: [1921, "Tacoma", 7, "mine"],
      takesClub: true),
    UpsertCase(
      testDescription: "overwrite", policy: .overwrite, stored: [1921, .null, 1, "mine"],
      takesClub: true),
    UpsertCase(
      testDescription: "rollback", policy: .rollback, stored: [1920, "Tacoma", 7, .null],
      takesClub: false),
    UpsertCase(
      testDescription: "a closure",
      policy: .resolve { conflict in
        guard conflict.name == "born" else { return conflict.mine }
        return conflict.base == .null && conflict.mine == 1921 && conflict.theirs == 1920
          ? 1_900 : .null
      }, stored: [1900, "Tacoma", 7, "mine"], takesClub: true),
  ]
}

/// Inserting objects with unique values that other contexts have already saved.
@Suite struct UpsertTests {
  private let container: PersistentContainer
  private let context: ManagedObjectContext
  private let other: ManagedObjectContext
  private let saved: ManagedObject

  private static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel("Authors") {
      Entity("Author") {
        Attribute("name", String.self).identifying()
        Attribute("code", Int?.self).unique()
        Attribute("born", Int?.self).range(1_000...2_100)
        Attribute("town", String?.self)
        Attribute("rank", Int.self).default(1)
        Attribute("motto", String?.self)
        Relationship("books", to: "Book", .toMany, inverse: "author", onDelete: .cascade)
        Relationship("club", to: "Club", inverse: "members")
        Relationship("friends", to: "Author", .toMany, inverse: "friends")
      }
      Entity("Poet", parent: "Author") {}
      Entity("Book") {
        Attribute("title", String.self)
        Relationship("author", to: "Author", inverse: "books").required()
      }
      Entity("Club") {
        Attribute("name", String.self)
        Relationship("members", to: "Author", .toMany, inverse: "club")
        Relationship("founder", to: "Author")
        Relationship("guests", to: "Author", .ordered)
      }
    }
  }

  init() throws {
    container = try PersistentContainer(model: Self.model())
    (context, other) = (container.makeContext(), container.makeContext())
    saved = try other.insert("Author")
    try saved.setValuesForKeys(["name": "Frank", "born": 1920, "town": "Tacoma", "rank": 7])
    let book = try other.insert("Book")
    try book.setValuesForKeys(["title": "Dune", "author": saved])
    try other.save()
  }

  /// Inserts an author with the same name, with a book, a friend, and a club that he founded.
  private func insertAgain() throws -> ManagedObject {
    let author = try context.insert("Author")
    try author.setValuesForKeys(["name": "Frank", "born": 1921, "motto": "mine"])
    let book = try context.insert("Book")
    try book.setValuesForKeys(["title": "Children", "author": author])
    let friend = try context.insert("Author")
    friend.name = "Ursula"
    try author.insert(friend, into: "friends")
    let club = try context.insert("Club")
    try club.setValuesForKeys(["name": "Sand", "founder": author, "guests": [friend, author]])
    author.club = club
    return author
  }

  private func names(_ objects: [ManagedObject], _ key: String = "name") -> [AttributeValue] {
    objects.map { $0[key] ?? .null }
  }

  @Test(arguments: UpsertCase.all)
  func `an inserted object is merged into the saved one by the policy`(_ test: UpsertCase) throws {
    for isRead in [true, false] {
      let trial = try UpsertTests()
      let (context, same) = (trial.context, trial.saved.objectID)
      if isRead { _ = try context.existingObject(with: same)["name"] }
      let author = try trial.insertAgain()
      context.mergePolicy = test.policy
      try context.save()
      #expect(!author.isThere && !context.hasChanges && brokenInvariants(of: context) == [])
      for reader in [context, trial.container.makeContext()] {
        let frank = try reader.existingObject(with: same)
        #expect(try reader.fetch("Author").count == 2)
        #expect(["born", "town", "rank", "motto"].map { frank[$0] ?? .null } == test.stored)
        // Links to the object are changes of the other objects.
        let titles = trial.names(frank.many("books"), "title")
        #expect(Set(titles) == ["Dune", "Children"])
        let club = try #require(reader.fetch("Club").first)
        #expect(club.one("founder") === frank)
        #expect(trial.names(club.many("guests")) == ["Ursula", "Frank"])
        #expect(frank.one("club") === (test.takesClub ? club : nil))
        #expect(trial.names(frank.many("friends")) == (test.takesClub ? ["Ursula"] : []))
      }
    }
  }

  @Test func `without a policy the save is refused and names both objects`() throws {
    let author = try insertAgain()
    let before = ContextSnapshot(context)
    let report = try #require(throws: ValidationReport.self) { try context.save() }
    #expect(report.map(\.objectID) == [author.objectID])
    #expect(ContextSnapshot(context) == before)
  }

  @Test func `a merge that is not valid takes everything back`() throws {
    let author = try insertAgain()
    context.mergePolicy = .resolve { $0.name == "born" ? 1 : $0.mine }
    let before = ContextSnapshot(context)
    let report = try #require(throws: ValidationReport.self) { try context.save() }
    #expect(report.map(\.objectID) == [saved.objectID] && report.first?.keyPath == ["born"])
    // Now the saved object has been read.
    let after = ContextSnapshot(context, only: before.ids)
    #expect(after == before && author.isInserted && context.insertedObjects.count == 4)
    #expect(context.updatedObjects.isEmpty && brokenInvariants(of: context) == [])
    context.mergePolicy = .objectTrumps
    try context.save()
    #expect(try other.fetch("Author").count == 2)
  }

  @Test(arguments: [true, false])
  func `two that are inserted here, or saved, or of two entities stay a failure`(
    _ isRead: Bool
  ) throws {
    context.mergePolicy = .overwrite
    let frank = isRead ? try context.same(saved) : nil
    defer { withExtendedLifetime(frank) {} }
    let twins = try (0..<2).map { _ in
      let twin = try context.insert("Author")
      twin.name = "Twin"
      return twin
    }
    var report = try #require(throws: ValidationReport.self) { try context.save() }
    #expect(report.map(\.objectID) == [twins[1].objectID])
    for twin in twins { twin.name = "Frank" }
    report = try #require(throws: ValidationReport.self) { try context.save() }
    #expect(Set(report.map(\.objectID)).isSubset(of: Set(twins.map(\.objectID))))
    (twins[0].name, twins[1].name) = ("Twin", "Other")
    try context.save()
    twins[1].name = "Frank"
    report = try #require(throws: ValidationReport.self) { try context.save() }
    #expect(report.contains { $0.objectID == twins[1].objectID } && twins[1].hasChanges)
    context.rollback()
    let poet = try context.insert("Poet")
    poet.name = "Frank"
    report = try #require(throws: ValidationReport.self) { try context.save() }
    #expect(report.map(\.objectID) == [poet.objectID] && poet.isInserted)
  }

  @Test func `an object that agrees with two saved ones is refused`() throws {
    saved.code = 5
    let ursula = try other.insert("Author")
    try ursula.setValuesForKeys(["name": "Ursula", "code": 6])
    try other.save()
    context.mergePolicy = .objectTrumps
    let author = try context.insert("Author")
    try author.setValuesForKeys(["name": "Frank", "code": 6])
    #expect(throws: ValidationReport.self) { try context.save() }
    #expect(author.isInserted && author["code"] == 6)
    #expect(try container.makeContext().same(saved)["code"] == 5)
  }

  @Test
  func `nothing is merged into what others have given another value, or by a store that fails`()
    throws
  {
    let store = CountingStore()
    let container = try PersistentContainer(model: Self.model(), store: store)
    let (context, other) = (container.makeContext(), container.makeContext())
    let theirs = try other.insert("Author")
    theirs.name = "Frank"
    try other.save()
    let mine = try context.same(theirs)
    mine.rank = 3
    theirs.name = "Herbert"
    try other.save()
    let author = try context.insert("Author")
    author.name = "Frank"
    for policy in [MergePolicy.objectTrumps, .rollback] {
      context.mergePolicy = policy
      store.fails = true
      #expect(throws: CountingStore.Failure.self) { try context.save() }
      store.fails = false
      #expect(author.isInserted && mine["rank"] == 3)
    }
    // The context detects that the name is free.
    try context.save()
    #expect(mine.name == "Herbert")
    let all = try container.makeContext().fetch("Author")
    #expect(Set(names(all)) == ["Frank", "Herbert"] && all.contains { $0["rank"] == 3 })
  }

  @Test func `a merge is undone with the step that it belongs to`() throws {
    context.recordsUndo = true
    context.mergePolicy = .objectTrumps
    _ = try insertAgain()
    try context.save()
    while context.canUndo { context.undo() }
    try context.save()
    let reader = container.makeContext()
    let frank = try reader.same(saved)
    #expect(frank["born"] == 1920 && frank["motto"] == nil)
    #expect(names(frank.many("books"), "title") == ["Dune"])
    #expect(try reader.fetch("Author").count == 1 && reader.fetch("Club").isEmpty)
    while context.canRedo { context.redo() }
    try context.save()
    #expect(try container.makeContext().same(saved)["born"] == 1921)
    #expect(brokenInvariants(of: context) == [])
  }

  @Test func `a child merges into what its parent has, saved or not`() throws {
    let parent = context
    let mine = try parent.insert("Author")
    try mine.setValuesForKeys(["name": "Ursula", "town": "Berkeley"])
    let child = parent.makeChild()
    child.mergePolicy = .objectTrumps
    for name in ["Ursula", "Frank"] {
      let author = try child.insert("Author")
      try author.setValuesForKeys(["name": name, "born": 1929])
    }
    // The parent does not know Frank, so only the store can detect the conflict.
    try child.save()
    #expect(mine["born"] == 1929 && mine["town"] == "Berkeley")
    parent.mergePolicy = .objectTrumps
    try parent.save()
    let all = try container.makeContext().fetch("Author")
    #expect(all.count == 2 && all.allSatisfy { $0["born"] == 1929 })
  }

  @Test func `thousands are merged with a few questions to the store`() throws {
    let store = CountingStore()
    let container = try PersistentContainer(model: Self.model(), store: store)
    let (context, other) = (container.makeContext(), container.makeContext())
    for number in 0..<2_000 { try other.insert("Author").name = "\(number)" }
    try other.save()
    context.mergePolicy = .objectTrumps
    for number in 0..<2_000 {
      try context.insert("Author").setValuesForKeys(["name": "\(number)", "rank": number])
    }
    let counts = try store.counting { try context.save() }
    #expect(counts.rows <= 4, "\(counts)")
    let all = try container.makeContext().fetch("Author")
    #expect(all.count == 2_000 && all.allSatisfy { "\($0["rank"] ?? .null)" == $0.name ?? "" })
  }
}
