import Armature
import ArmatureSQLite
import Foundation
import TestSupport
import Testing

/// Insertions from sequences, in every store.
@Suite(.needsSQLite) struct BatchInsertTests {
  private struct Reader: EntityType {
    static let schema = Reader()
    let name = Attribute<String>().length(1...20)
    let age = Attribute<Int>().default(30).range(0...150)
    let code = Attribute<UUID>().default(.uuid)
    let club = ToOne<Club>()
  }

  private struct Club: EntityType {
    static let schema = Club()
    let name = Attribute<String>().identifying()
    let readers = ToMany<Reader>(inverse: \.club)
  }

  private static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel("Clubs") {
      Reader.self
      Club.self
      Entity("Visit") {
        Attribute("number", Int.self)
        Attribute("twice", Int?.self).derived(from: .arithmetic(.keyPath(["number"]), .multiply, 2))
        Unique("number")
      }
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `objects have their defaults, and what the rows and derivations give them`(
    kind: StoreKind
  ) throws {
    let store = try AnyStore(kind, Self.model())
    let context = store.container.makeContext()
    let club = try context.insert(Club.self) { $0.name = "Chess" }
    try context.save()
    let rows: [[String: any PropertyConvertible]] = [
      ["name": "Ann", "club": AttributeValue.object(club.objectID)], ["name": "Ben", "age": 50],
    ]
    #expect(try context.execute(BatchInsert("Reader", rows)).count == 2)
    let typed = BatchInsert(Reader.self, ["Cid", "Dan"]) { reader, name in reader.name = name }
    #expect(try context.execute(typed).count == 2)
    var visits = BatchInsert("Visit", 1...2_500) { visit, number in visit.number = number }
    visits.returnsObjectIDs = true
    let result = try context.execute(visits)
    #expect(result.count == 2_500 && Set(result.objectIDs ?? []).count == 2_500)
    let readers = try context.fetch(Reader.self)
    #expect(readers.map(\.name) == ["Ann", "Ben", "Cid", "Dan"])
    #expect(readers.map(\.age) == [30, 50, 30, 30])
    #expect(Set(readers.map(\.code)).count == 4)
    #expect(club.readers.map(\.name) == ["Ann"])
    let last = try context.existingObject(with: #require(result.objectIDs?.last))
    #expect(last.number == 2_500 && last.twice == 5_000)
    #expect(try context.execute(BatchInsert("Visit", 0..<0) { _, _ in }).count == 0)
  }

  private static let takings: [@Sendable (ManagedObject) throws -> Void] = [
    { try $0.managedObjectContext?.delete($0) },
    { $0.managedObjectContext?.rollback() },
    { $0.managedObjectContext?.reset() },
  ]

  @Test(arguments: StoreKind.allCases, takings.indices)
  func `what the closure takes away again does not count`(kind: StoreKind, taking: Int) throws {
    let store = try AnyStore(kind, Self.model())
    let context = store.container.makeContext()
    var batch = BatchInsert("Visit", 1...2_500) { visit, number in
      visit.number = number
      if number.isMultiple(of: 500) { try Self.takings[taking](visit) }
    }
    batch.returnsObjectIDs = true
    let result = try context.execute(batch)
    let visits = try context.fetch("Visit")
    #expect(result.count == visits.count && visits.count < 2_500)
    #expect(Set(result.objectIDs ?? []) == Set(visits.map(\.objectID)))
    #expect(result.objectIDs?.count == visits.count)
  }

  @Test(arguments: StoreKind.allCases)
  func `what is wrong is said with its row, and nothing is inserted`(kind: StoreKind) throws {
    let store = try AnyStore(kind, Self.model())
    let context = store.container.makeContext()
    let invalid = try #require(throws: ValidationReport.self) {
      try context.execute(
        BatchInsert(Reader.self, 1...2_000) { reader, number in
          if number != 1_700 { reader.name = "Reader" }
          reader.age = number == 1_800 ? 200 : 20
        })
    }
    #expect(invalid.map { $0.source?.line } == [1_700, 1_800])
    #expect(invalid.map(\.code) == ["required", "range.tooLarge"])
    let taken = try #require(throws: ValidationReport.self) {
      try context.execute(
        BatchInsert("Visit", 0..<2_400) { visit, number in visit.number = number % 2_300 })
    }
    #expect(taken.contains { $0.code == "unique" && $0.source?.line ?? 0 > 2_300 })
    let misspelt = try #require(throws: BatchRowError.self) {
      try context.execute(
        BatchInsert(
          "Reader", [["name": "Ann"], ["nmae": "Ben"]] as [[String: any PropertyConvertible]])
      )
    }
    #expect(misspelt.row == 2)
    #expect(throws: ManagedObjectError.self) {
      try context.execute(BatchInsert("Raeder", 1...2) { _, _ in })
    }
    for entity in ["Reader", "Visit"] { #expect(try context.count(entity) == 0) }
    // The store continues normally.
    #expect(try context.execute(BatchInsert("Visit", 0..<3) { $0.number = $1 }).count == 3)
  }

  @Test(arguments: StoreKind.allCases)
  func `contexts that merge see what was inserted, and its pending changes stay`(
    kind: StoreKind
  ) throws {
    let store = try AnyStore(kind, Self.model())
    let (context, merging) = (store.container.makeContext(), store.container.makeContext())
    let club = try context.insert(Club.self) { $0.name = "Chess" }
    try context.save()
    merging.mergesChangesAutomatically = true
    let seen = try #require(try merging.fetch(Club.self).first)
    #expect(seen.readers.isEmpty)
    seen.name = "Go"
    let rows: [[String: any PropertyConvertible]] = [
      ["name": "Ann", "club": AttributeValue.object(club.objectID)]
    ]
    try context.execute(BatchInsert("Reader", rows))
    #expect(try merging.count("Reader") == 1)
    #expect(seen.readers.map(\.name) == ["Ann"] && seen.name == "Go")
    try merging.save()
    #expect(try store.container.makeContext().count("Club") { $0.name == "Go" } == 1)
  }

  @Test(arguments: StoreKind.withHistory)
  func `all of it is one save of the history`(kind: StoreKind) throws {
    let store = try AnyStore(kind, Self.model(), keepsHistory: true)
    let context = store.container.makeContext()
    context.transactionAuthor = "import"
    try context.execute(BatchInsert("Visit", 0..<2_500) { $0.number = $1 })
    let saves = try store.container.history()
    #expect(saves.map(\.author) == ["import"] && saves.map(\.changes.count) == [2_500])
    #expect(saves[0].changes.allSatisfy { $0.kind == .insert })
    #expect(Set(try store.versions().values).count == 1)
  }

  @Test(arguments: StoreKind.inSQL)
  func `a sequence that saves to the same store is refused, and does not wait for itself`(
    kind: StoreKind
  ) throws {
    let store = try AnyStore(kind, Self.model())
    let other = store.container.makeContext()
    let batch = BatchInsert("Visit", 0..<3) { visit, number in
      visit.number = number
      try other.insert("Visit").number = number + 10
      try other.save()
    }
    let context = store.container.makeContext()
    let error = try #require(throws: BatchRowError.self) { try context.execute(batch) }
    #expect(error.reason as? ManagedObjectError == .nestedSave)
    #expect(try context.count("Visit") == 0)
  }
}
