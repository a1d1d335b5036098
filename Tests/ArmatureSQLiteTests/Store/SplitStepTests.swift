import Armature
import ArmatureModel
import ArmatureSQLite
import Foundation
import TestSupport
import Testing

/// Objects that custom steps make of rows, in files of both kinds.
@Suite(.needsSQLite) struct SplitStepTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func open(
    _ kind: FileKind, _ model: ManagedObjectModel, _ steps: [StoreMigration.Step] = []
  ) throws -> PersistentContainer {
    try PersistentContainer(
      model: model, store: kind.store(folder.file("rows")), migration: .custom(steps))
  }

  // MARK: Models

  private static func old() throws -> ManagedObjectModel {
    try ManagedObjectModel("People") {
      Entity("Person") {
        Attribute("name", String.self)
        Attribute("street", String?.self)
        Attribute("words", [String]?.self)
        Relationship("friends", to: "Person", .toMany, inverse: "friends")
        Relationship("jobs", to: "Job", .ordered, inverse: "person")
      }
      Entity("Job") {
        Attribute("title", String.self)
        Relationship("person", to: "Person", inverse: "jobs")
      }
    }
  }

  /// People with an address of their own, tags that several share, and notes in their order.
  private static func new(addressIsRequired: Bool = false) throws -> ManagedObjectModel {
    try ManagedObjectModel("People") {
      Entity("Place", isAbstract: true) { Attribute("note", String.self).default("none") }
      Entity("Address", parent: "Place") {
        Attribute("street", String.self)
        Relationship("person", to: "Person", inverse: "address")
      }
      Entity("Tag") {
        Attribute("word", String.self).unique()
        Relationship("people", to: "Person", .toMany, inverse: "tags")
      }
      Entity("Person") {
        Attribute("name", String.self)
        Attribute("tagCount", Int.self).derived(from: .aggregate(.count, of: .keyPath(["tags"])))
        if addressIsRequired {
          Relationship("address", to: "Address", inverse: "person").required()
        } else {
          Relationship("address", to: "Address", inverse: "person")
        }
        Relationship("tags", to: "Tag", .ordered, inverse: "people")
        Relationship("friends", to: "Person", .toMany, inverse: "friends")
        Relationship("jobs", to: "Job", .ordered, inverse: "person")
      }
      Entity("Job") {
        Attribute("title", String.self)
        Relationship("person", to: "Person", inverse: "jobs")
      }
    }
  }

  private static let dropped: [StoreMigration.Step] = [
    .drop("Person.street"), .drop("Person.words"),
  ]

  /// The identities of what is shared, by a word.
  private final class Shared: Sendable {
    private let lock = Lock()
    nonisolated(unsafe) private var ids: [String: ManagedObjectID] = [:]

    func id(_ word: String, make: () throws -> ManagedObjectID) rethrows -> ManagedObjectID {
      try lock.withLock {
        if let known = ids[word] { return known }
        let id = try make()
        ids[word] = id
        return id
      }
    }
  }

  private static func split(_ shared: Shared = Shared()) -> StoreMigration.Step {
    .split("Person", from: ["street", "words", "jobs"]) { person in
      if case .string(let street) = person["street"] {
        let address = try person.make("Address", ["street": .string(street)])
        person.link("address", to: address)
      }
      if case .list(let words) = person["words"] {
        for case .string(let word) in words {
          let tag = try shared.id(word) { try person.make("Tag", ["word": .string(word)]) }
          person.link("tags", to: tag)
        }
      }
      // The last job comes first.
      if person.links("jobs").count > 1 {
        let job = try person.make("Job", ["title": "made"])
        person.link("person", of: job, to: person.id)
      }
    }
  }

  private func fill(_ kind: FileKind) throws {
    let context = try open(kind, Self.old()).makeContext()
    var people: [ManagedObject] = []
    for (name, street, tags) in [
      ("Ann", "High Street", ["b", "a"]), ("Bob", nil, ["a", "c"]), ("Cy", "Low Street", nil),
    ] as [(String, String?, [String]?)] {
      let person = try context.insert("Person")
      try person.setValue(name, forKey: "name")
      try person.setValue(street, forKey: "street")
      try person.setValue(tags, forKey: "words")
      people.append(person)
    }
    try people[0].insert(people[1], into: "friends")
    for title in ["cook", "clerk"] {
      let job = try context.insert("Job")
      try job.setValue(title, forKey: "title")
      try people[0].insert(job, into: "jobs")
    }
    try context.save()
  }

  /// All objects by their names, with what they lead to.
  private func picture(_ container: PersistentContainer) throws -> [String] {
    let context = container.makeContext()
    func name(_ object: ManagedObject) throws -> String {
      for key in ["name", "street", "word", "title"]
      where object.entity.property(named: key) != nil {
        if case .string(let text) = try object.value(forKey: key) as AttributeValue {
          return "\(object.entity.name) \(text)"
        }
      }
      return object.entity.name
    }
    var lines: [String] = []
    for entity in container.model.entities where entity.parent == nil {
      for object in try context.fetch(FetchRequest(entity.name)) {
        var parts: [String] = []
        for property in object.entity.persistentProperties {
          guard let relationship = property.asRelationship else {
            parts.append(
              "\(property.name) \(try object.value(forKey: property.name) as AttributeValue)")
            continue
          }
          let ends = try object.objectIDs(forRelationshipNamed: property.name)
            .map { try name(context.existingObject(with: $0)) }
          let listed = relationship.arity == .ordered ? ends : ends.sorted()
          if !listed.isEmpty { parts.append("\(property.name) \(listed)") }
        }
        lines.append("\(object.entity.name): \(parts.joined(separator: ", "))")
      }
    }
    return lines.sorted()
  }

  // MARK: What is made

  @Test(arguments: FileKind.allCases)
  func `a row becomes several objects, which are linked`(kind: FileKind) throws {
    try fill(kind)
    let container = try open(kind, Self.new(), Self.dropped + [Self.split()])
    #expect(
      try picture(container) == [
        #"Address: note "none", street "High Street", person ["Person Ann"]"#,
        #"Address: note "none", street "Low Street", person ["Person Cy"]"#,
        #"Job: title "clerk", person ["Person Ann"]"#,
        #"Job: title "cook", person ["Person Ann"]"#,
        #"Job: title "made", person ["Person Ann"]"#,
        #"Person: name "Ann", tagCount 2, address ["Address High Street"], tags ["Tag b", "Tag a"], friends ["Person Bob"], jobs ["Job cook", "Job clerk", "Job made"]"#,
        #"Person: name "Bob", tagCount 2, tags ["Tag a", "Tag c"], friends ["Person Ann"]"#,
        #"Person: name "Cy", tagCount 0, address ["Address Low Street"]"#,
        #"Tag: word "a", people ["Person Ann", "Person Bob"]"#,
        #"Tag: word "b", people ["Person Ann"]"#, #"Tag: word "c", people ["Person Bob"]"#,
      ])
    #expect(try container.verify().isValid)
    kind.expectWhole(folder.file("rows"))
    // Keys are unique, and none is given again.
    let context = container.makeContext()
    let all = try ["Place", "Tag", "Person", "Job"].flatMap { try context.fetch(FetchRequest($0)) }
    let keys = all.map(\.objectID.key)
    #expect(Set(keys).count == keys.count)
    let later = try context.insert("Tag")
    try later.setValue("d", forKey: "word")
    try context.save()
    #expect(later.objectID.key > keys.max() ?? 0)
  }

  @Test(arguments: FileKind.allCases)
  func `the identity of what is made is final`(kind: FileKind) throws {
    try fill(kind)
    let shared = Shared()
    let context = try open(kind, Self.new(), Self.dropped + [Self.split(shared)]).makeContext()
    struct Missing: Error {}
    let id = try shared.id("c") { throw Missing() }
    #expect(try context.existingObject(with: id)["word"] == "c")
  }

  @Test(arguments: FileKind.allCases)
  func `what was an attribute becomes links where a step reads it`(kind: FileKind) throws {
    try fill(kind)
    let model = try ManagedObjectModel("People") {
      Entity("Street") {
        Attribute("name", String.self)
        Relationship("people", to: "Person", .toMany, inverse: "street")
      }
      Entity("Person") {
        Attribute("name", String.self)
        Relationship("street", to: "Street", inverse: "people")
      }
    }
    let drops: [StoreMigration.Step] = [
      .drop("Person.words"), .drop("Person.friends"), .drop("Person.jobs"), .drop("Job"),
    ]
    #expect(throws: PersistentStoreError.self) {
      _ = try open(kind, model, drops + [.split("Person", from: ["name"]) { _ in }])
    }
    let container = try open(
      kind, model,
      drops + [
        .split("Person", from: ["street"]) { person in
          if person["street"].isNull { return }
          person.link("street", to: try person.make("Street", ["name": person["street"]]))
        }
      ])
    #expect(
      try picture(container) == [
        #"Person: name "Ann", street ["Street High Street"]"#, #"Person: name "Bob""#,
        #"Person: name "Cy", street ["Street Low Street"]"#,
        #"Street: name "High Street", people ["Person Ann"]"#,
        #"Street: name "Low Street", people ["Person Cy"]"#,
      ])
    #expect(try container.verify().isValid)
  }

  @Test(arguments: FileKind.allCases)
  func `a row may go, and links to it are cleared`(kind: FileKind) throws {
    try fill(kind)
    let container = try open(
      kind, Self.new(),
      Self.dropped + [
        .split("Person", from: ["name"]) { person in
          if person["name"] == "Ann" { person.drop() }
        }
      ])
    #expect(
      try picture(container) == [
        #"Job: title "clerk""#, #"Job: title "cook""#, #"Person: name "Bob", tagCount 0"#,
        #"Person: name "Cy", tagCount 0"#,
      ])
    #expect(try container.verify().isValid)
  }

  @Test(arguments: FileKind.allCases)
  func `objects of an entity that is gone become others`(kind: FileKind) throws {
    try fill(kind)
    let model = try ManagedObjectModel("People") {
      Entity("Member") {
        Attribute("name", String.self)
        Relationship("work", to: "Job", .toMany, inverse: "member")
      }
      Entity("Job") {
        Attribute("title", String.self)
        Relationship("member", to: "Member", inverse: "work")
      }
    }
    let container = try open(
      kind, model,
      [
        .drop("Job.person"),
        .split("Person", from: ["name", "jobs", "friends"]) { person in
          #expect(person.links("friends").isEmpty)
          let member = try person.make("Member", ["name": person["name"]])
          for job in person.links("jobs") { person.link("member", of: job, to: member) }
        },
      ])
    #expect(
      try picture(container) == [
        #"Job: title "clerk", member ["Member Ann"]"#,
        #"Job: title "cook", member ["Member Ann"]"#,
        #"Member: name "Ann", work ["Job clerk", "Job cook"]"#, #"Member: name "Bob""#,
        #"Member: name "Cy""#,
      ])
    #expect(try container.verify().isValid)
  }

  @Test(arguments: FileKind.allCases)
  func `a link of one to one takes the place of another`(kind: FileKind) throws {
    try fill(kind)
    let container = try open(
      kind, Self.new(),
      Self.dropped + [
        .split("Person", from: ["name", "friends"]) { person in
          let first = try person.make("Address", ["street": person["name"]])
          let second = try person.make("Address", ["street": "second"])
          person.link("address", to: first)
          person.link("person", of: second, to: person.id)
          for friend in person.links("friends") { person.link("address", of: friend, to: second) }
        }
      ])
    let people = try picture(container).filter { $0.hasPrefix("Person") }
    #expect(people.map { $0.contains("Address second") } == [true, false, true], "\(people)")
    #expect(try container.verify().isValid)
  }

  @Test(arguments: FileKind.allCases)
  func `a required link that a step makes does not stand in the way`(kind: FileKind) throws {
    try fill(kind)
    let steps =
      Self.dropped + [
        .split("Person", from: ["name", "street"]) { person in
          if person["name"] == "Bob" { return person.drop() }
          let address = try person.make("Address", ["street": person["street"]])
          person.link("person", of: address, to: person.id)
        }
      ]
    let container = try open(kind, Self.new(addressIsRequired: true), steps)
    #expect(try container.makeContext().count("Person") == 2)
    #expect(try container.verify().isValid)
  }

  @Test(arguments: FileKind.allCases)
  func `many rows become many more`(kind: FileKind) throws {
    let context = try open(kind, Self.old()).makeContext()
    for number in 0..<400 {
      let person = try context.insert("Person")
      try person.setValue("p\(number)", forKey: "name")
      try person.setValue(["\(number)", "all"], forKey: "words")
    }
    try context.save()
    let container = try open(kind, Self.new(), Self.dropped + [Self.split()])
    let after = container.makeContext()
    #expect(try after.count("Tag") == 401 && after.count("Person") == 400)
    #expect(try after.count("Tag") { $0.word == "all" && $0.people.count == 400 } == 1)
    #expect(try container.verify().isValid)
  }

  // MARK: What is refused

  private struct Refusal: Error, Equatable {}

  private typealias Closure = @Sendable (inout StoreMigration.Row) throws -> Void

  private static let mistakes: [(mistake: Closure, PersistentStoreError)] = [
    (
      { _ = try $0.make("Adress", [:]) },
      .unfitObject(place: "Adress", reason: "is no entity of it: did you mean Address?")
    ),
    ({ _ = try $0.make("Place") }, .unfitObject(place: "Place", reason: "is an abstract entity")),
    (
      { _ = try $0.make("Address", ["stret": "x"]) },
      .unfitObject(
        place: "Address.stret",
        reason: "is no attribute that is stored and set: did you mean street?")
    ),
    (
      { _ = try $0.make("Address", ["street": 3]) },
      .unfitValue(place: "Address.street", type: .string, value: 3)
    ),
    (
      { _ = try $0.make("Address") },
      .unfitValue(place: "Address.street", type: .string, value: .null)
    ),
    (
      { $0.link("adress", to: $0.id) },
      .unfitObject(
        place: "Person.adress", reason: "is no stored relationship: did you mean address?")
    ),
    (
      { $0.link("address", to: $0.id) },
      .unfitObject(place: "Person.address", reason: "leads to Address, and not to Person")
    ),
    (
      { row in
        row.link(
          "address",
          to: ManagedObjectID(entityName: "Address", key: 99_999, storeID: row.id.storeID))
      },
      .unfitObject(place: "Person.address", reason: "concerns Address 99999, which is not there")
    ),
  ]

  @Test(arguments: FileKind.allCases)
  func `what cannot be is refused, and nothing changes`(kind: FileKind) throws {
    try fill(kind)
    let before = try picture(open(kind, Self.old()))
    for (mistake, error) in Self.mistakes {
      #expect(throws: error) {
        _ = try open(kind, Self.new(), Self.dropped + [.split("Person", mistake)])
      }
    }
    #expect(throws: Refusal()) {
      _ = try open(kind, Self.new(), Self.dropped + [.split("Person") { _ in throw Refusal() }])
    }
    #expect(
      throws: PersistentStoreError.unknownSource("nmae", of: "Person", suggestion: "name")
    ) {
      _ = try open(kind, Self.new(), Self.dropped + [.split("Person", from: ["nmae"]) { _ in }])
    }
    #expect(
      throws: PersistentStoreError.unfitObject(
        place: "Persn",
        reason: "is an entity neither of the old model nor of the new one: did you mean Person?")
    ) {
      _ = try open(kind, Self.new(), Self.dropped + [.split("Persn") { _ in }])
    }
    #expect(try picture(open(kind, Self.old())) == before)
  }

  @Test(arguments: FileKind.allCases)
  func `a link that must be there and is not is told with the objects`(kind: FileKind) throws {
    try fill(kind)
    do {
      _ = try open(
        kind, Self.new(addressIsRequired: true),
        Self.dropped + [
          .split("Person", from: ["name"]) { person in
            if person["name"] == "Bob" { return }
            person.link("address", to: try person.make("Address", ["street": "x"]))
          }
        ])
      Issue.record("it is migrated")
    } catch PersistentStoreError.unfitObject(let place, let reason) {
      #expect(place == "Person.address")
      #expect(reason.hasPrefix("must lead to an object, and does not for 1 object: Person "))
    }
    #expect(try open(kind, Self.old()).makeContext().count("Person") == 3)
  }

  @Test(arguments: FileKind.allCases)
  func `what is made must be unique`(kind: FileKind) throws {
    try fill(kind)
    do {
      _ = try open(
        kind, Self.new(),
        Self.dropped + [.split("Person") { _ = try $0.make("Tag", ["word": "same"]) }])
      Issue.record("it is migrated")
    } catch PersistentStoreError.migrationLoses(_, let obstacles) {
      #expect(obstacles.map(\.count) == [3] && obstacles[0].rows.allSatisfy { $0.value == "same" })
    }
    #expect(try open(kind, Self.old()).makeContext().count("Person") == 3)
  }

  @Test(arguments: FileKind.allCases)
  func `a split happens on the way to one version alone`(kind: FileKind) throws {
    try fill(kind)
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
      .init("1", try Self.old()),
      .init(
        "2", middle,
        Self.dropped + [
          .drop("Person.friends"), .drop("Person.jobs"), .drop("Job"),
          .split("Person", from: ["name"]) { _ = try $0.make("Tag", ["word": $0["name"]]) },
        ]),
      .init("3", last),
    ]
    for _ in 0..<2 {
      let context = try PersistentContainer(
        model: last, store: kind.store(folder.file("rows")), migration: .staged(versions)
      ).makeContext()
      #expect(try context.count("Tag") == 3 && context.count("Person") == 3)
    }
  }
}
