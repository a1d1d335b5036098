import Armature
import ArmatureModel
import ArmatureSQLite
import Foundation
import TestSupport
import Testing

/// Objects and links that custom steps cannot create from rows, in SQLite and JSON files.
@Suite(.needsSQLite) struct InvalidSplitTests {
  private let file: PeopleInFile

  init() throws { file = try PeopleInFile() }

  private struct Refusal: Error, Equatable {}

  private typealias Closure = @Sendable (inout StoreMigration.Row) throws -> Void

  private static let mistakes: [(mistake: Closure, PersistentStoreError)] = [
    (
      { _ = try $0.make("Adress", [:]) },
      .invalidObject(place: "Adress", reason: "is not an entity of it (did you mean Address?)")
    ),
    ({ _ = try $0.make("Place") }, .invalidObject(place: "Place", reason: "is an abstract entity")),
    (
      { _ = try $0.make("Address", ["stret": "x"]) },
      .invalidObject(
        place: "Address.stret",
        reason: "is not an attribute that is stored and set (did you mean street?)")
    ),
    (
      { _ = try $0.make("Address", ["street": 3]) },
      .invalidValue(place: "Address.street", type: .string, value: 3)
    ),
    (
      { _ = try $0.make("Address") },
      .invalidValue(place: "Address.street", type: .string, value: .null)
    ),
    (
      { $0.link("adress", to: $0.id) },
      .invalidObject(
        place: "Person.adress", reason: "is not a stored relationship (did you mean address?)")
    ),
    (
      { $0.link("address", to: $0.id) },
      .invalidObject(place: "Person.address", reason: "leads to Address, and not to Person")
    ),
    (
      { row in
        row.link(
          "address",
          to: ManagedObjectID(entityName: "Address", key: 99_999, storeID: row.id.storeID))
      },
      .invalidObject(
        place: "Person.address",
        reason:
          "concerns Address 99999, which does not exist: it was dropped, or made by a migration "
          + "that failed"
      )
    ),
    (
      { row in
        row.link(
          "friends", to: ManagedObjectID(entityName: "Person", key: row.id.key, storeID: UUID()))
      },
      .invalidObject(
        place: "Person.friends",
        reason:
          "concerns Person 1, which does not exist: it was dropped, or made by a migration that "
          + "failed"
      )
    ),
  ]

  @Test(arguments: FileKind.allCases)
  func `what cannot be is refused, and nothing changes`(kind: FileKind) throws {
    try file.fill(kind)
    let before = try file.picture(file.open(kind, PeopleToSplit.old()))
    for (mistake, error) in Self.mistakes {
      #expect(throws: error) {
        _ = try file.open(
          kind, PeopleToSplit.new(), PeopleToSplit.dropped + [.split("Person", mistake)])
      }
    }
    #expect(throws: Refusal()) {
      _ = try file.open(
        kind, PeopleToSplit.new(),
        PeopleToSplit.dropped + [.split("Person") { _ in throw Refusal() }])
    }
    #expect(
      throws: PersistentStoreError.unknownSource("nmae", of: "Person", suggestion: "name")
    ) {
      _ = try file.open(
        kind, PeopleToSplit.new(),
        PeopleToSplit.dropped + [.split("Person", from: ["nmae"]) { _ in }])
    }
    #expect(
      throws: PersistentStoreError.invalidObject(
        place: "Persn",
        reason: "is not an entity of the old or the new model (did you mean Person?)")
    ) {
      _ = try file.open(
        kind, PeopleToSplit.new(), PeopleToSplit.dropped + [.split("Persn") { _ in }])
    }
    let renamed = try ManagedObjectModel("People") {
      Entity("Human") { Attribute("name", String.self) }.renamed(from: "Person")
    }
    #expect(
      throws: PersistentStoreError.invalidObject(place: "Person", reason: "is now called Human")
    ) {
      _ = try file.open(kind, renamed, [.split("Person") { _ in }])
    }
    #expect(try file.picture(file.open(kind, PeopleToSplit.old())) == before)
  }

  @Test(arguments: FileKind.allCases)
  func `a link that must be there and is not is told with the objects`(kind: FileKind) throws {
    try file.fill(kind)
    do {
      _ = try file.open(
        kind, PeopleToSplit.new(addressIsRequired: true),
        PeopleToSplit.dropped + [
          .split("Person", from: ["name"]) { person in
            if person["name"] == "Bob" { return }
            person.link("address", to: try person.make("Address", ["street": "x"]))
          }
        ])
      Issue.record("it is migrated")
    } catch PersistentStoreError.invalidObject(let place, let reason) {
      #expect(place == "Person.address")
      #expect(reason.hasPrefix("must lead to an object, and does not for 1 object: Person "))
    }
    #expect(try file.open(kind, PeopleToSplit.old()).makeContext().count("Person") == 3)
  }

  @Test(arguments: FileKind.allCases)
  func `what is made must be unique`(kind: FileKind) throws {
    try file.fill(kind)
    do {
      _ = try file.open(
        kind, PeopleToSplit.new(),
        PeopleToSplit.dropped + [.split("Person") { _ = try $0.make("Tag", ["word": "same"]) }])
      Issue.record("it is migrated")
    } catch PersistentStoreError.migrationBlocked(_, let obstacles) {
      #expect(obstacles.map(\.count) == [3] && obstacles[0].rows.allSatisfy { $0.value == "same" })
      #expect(
        obstacles[0].description.hasPrefix("Tag: word became unique (needs a value). Objects "))
    }
    #expect(try file.open(kind, PeopleToSplit.old()).makeContext().count("Person") == 3)
  }

  @Test(arguments: FileKind.allCases)
  func `what is made must differ from what was there`(kind: FileKind) throws {
    func model(hasNotes: Bool) throws -> ManagedObjectModel {
      try ManagedObjectModel("Tags") {
        Entity("Tag") { Attribute("word", String.self).unique() }
        Entity("Note") {
          Attribute("text", String.self)
          if hasNotes { Attribute("size", Int?.self) }
        }
      }
    }
    let context = try file.open(kind, model(hasNotes: false)).makeContext()
    for (entity, key) in [("Tag", "word"), ("Note", "text")] {
      try context.insert(entity).setValue("same", forKey: key)
    }
    try context.save()
    func split(_ ending: String) -> StoreMigration.Step {
      .split("Note", from: ["text"]) { note in
        guard case .string(let text) = note["text"] else { return }
        _ = try note.make("Tag", ["word": .string(text + ending)])
      }
    }
    do {
      _ = try file.open(kind, model(hasNotes: true), [split("")])
      Issue.record("it is migrated")
    } catch PersistentStoreError.migrationBlocked(_, let obstacles) {
      #expect(obstacles.map(\.count) == [2], "\(obstacles)")
    }
    let after = try file.open(kind, model(hasNotes: true), [split("r")]).makeContext()
    #expect(try after.count("Tag") == 2)
    try after.insert("Tag").setValue("samer", forKey: "word")
    #expect(throws: (any Error).self) { try after.save() }
  }

  @Test(arguments: FileKind.allCases)
  func `a split happens on the way to one version alone`(kind: FileKind) throws {
    try file.fill(kind)
    let last = try ManagedObjectModel("People") {
      Entity("Tag") { Attribute("word", String.self) }
      Entity("Person") {
        Attribute("name", String.self)
        Attribute("age", Int?.self)
      }
    }
    let middle = try ManagedObjectModel("People") {
      Entity("Tag") { Attribute("word", String.self) }
      Entity("Person") { Attribute("name", String.self) }
    }
    let versions: [StoreMigration.Version] = [
      .init("1", try PeopleToSplit.old()),
      .init(
        "2", middle,
        PeopleToSplit.dropped + [
          .drop("Person.friends"), .drop("Person.jobs"), .drop("Job"),
          .split("Person", from: ["name"]) { _ = try $0.make("Tag", ["word": $0["name"]]) },
        ]),
      .init("3", last),
    ]
    for _ in 0..<2 {
      let context = try PersistentContainer(
        model: last, store: kind.store(file.folder.file("rows")), migration: .staged(versions)
      ).makeContext()
      #expect(try context.count("Tag") == 3 && context.count("Person") == 3)
    }
  }
}
