import Armature
import ArmatureModel
import ArmatureSQL
import ArmatureTesting
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ArmatureSQLite

/// Objects that custom steps create from rows, in SQLite and JSON files.
@Suite(.needsSQLite) struct SplitStepTests {
  private let file: PeopleInFile

  init() throws { file = try PeopleInFile() }

  @Test(arguments: FileKind.allCases)
  func `a row becomes several objects, which are linked`(kind: FileKind) throws {
    try file.fill(kind)
    let container = try file.open(
      kind, PeopleToSplit.new(), PeopleToSplit.dropped + [PeopleToSplit.split()])
    #expect(
      try file.picture(container) == [
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
    kind.expectWhole(file.folder.file("rows"))
    // Keys are unique and never reused.
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
    try file.fill(kind)
    let made = Mutex<ManagedObjectID?>(nil)
    let step = StoreMigration.Step.split("Person", from: ["name"]) { person in
      let tag = try person.make("Tag", ["word": person["name"]])
      if person["name"] == "Cy" { made.withLock { $0 = tag } }
    }
    let context = try file.open(kind, PeopleToSplit.new(), PeopleToSplit.dropped + [step])
      .makeContext()
    let id = try #require(made.withLock { $0 })
    #expect(try context.existingObject(with: id)["word"] == "Cy")
  }

  @Test(arguments: FileKind.allCases)
  func `what was an attribute becomes links where a step reads it`(kind: FileKind) throws {
    try file.fill(kind)
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
      _ = try file.open(kind, model, drops + [.split("Person", from: ["name"]) { _ in }])
    }
    let container = try file.open(
      kind, model,
      drops + [
        .split("Person", from: ["street"]) { person in
          if person["street"].isNull { return }
          person.link("street", to: try person.make("Street", ["name": person["street"]]))
        }
      ])
    #expect(
      try file.picture(container) == [
        #"Person: name "Ann", street ["Street High Street"]"#, #"Person: name "Bob""#,
        #"Person: name "Cy", street ["Street Low Street"]"#,
        #"Street: name "High Street", people ["Person Ann"]"#,
        #"Street: name "Low Street", people ["Person Cy"]"#,
      ])
    #expect(try container.verify().isValid)
  }

  @Test(arguments: FileKind.allCases)
  func `a row may go, and links to it are cleared`(kind: FileKind) throws {
    try file.fill(kind)
    let container = try file.open(
      kind, PeopleToSplit.new(),
      PeopleToSplit.dropped + [
        .split("Person", from: ["name"]) { person in
          if person["name"] == "Ann" { person.drop() }
        }
      ])
    #expect(
      try file.picture(container) == [
        #"Job: title "clerk""#, #"Job: title "cook""#, #"Person: name "Bob", tagCount 0"#,
        #"Person: name "Cy", tagCount 0"#,
      ])
    #expect(try container.verify().isValid)
  }

  @Test(arguments: FileKind.allCases)
  func `objects of an entity that is gone become others`(kind: FileKind) throws {
    try file.fill(kind)
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
    let container = try file.open(
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
      try file.picture(container) == [
        #"Job: title "clerk", member ["Member Ann"]"#,
        #"Job: title "cook", member ["Member Ann"]"#,
        #"Member: name "Ann", work ["Job clerk", "Job cook"]"#, #"Member: name "Bob""#,
        #"Member: name "Cy""#,
      ])
    #expect(try container.verify().isValid)
  }

  @Test(arguments: FileKind.allCases)
  func `a link of one to one takes the place of another`(kind: FileKind) throws {
    try file.fill(kind)
    let container = try file.open(
      kind, PeopleToSplit.new(),
      PeopleToSplit.dropped + [
        .split("Person", from: ["name", "friends"]) { person in
          let first = try person.make("Address", ["street": person["name"]])
          let second = try person.make("Address", ["street": "second"])
          person.link("address", to: first)
          person.link("person", of: second, to: person.id)
          for friend in person.links("friends") { person.link("address", of: friend, to: second) }
        }
      ])
    let people = try file.picture(container).filter { $0.hasPrefix("Person") }
    #expect(people.map { $0.contains("Address second") } == [true, false, true], "\(people)")
    #expect(try container.verify().isValid)
  }

  @Test(arguments: FileKind.allCases)
  func `a required link that a step makes does not stand in the way`(kind: FileKind) throws {
    try file.fill(kind)
    let steps =
      PeopleToSplit.dropped + [
        .split("Person", from: ["name", "street"]) { person in
          if person["name"] == "Bob" { return person.drop() }
          let address = try person.make("Address", ["street": person["street"]])
          person.link("person", of: address, to: person.id)
        }
      ]
    let container = try file.open(kind, PeopleToSplit.new(addressIsRequired: true), steps)
    #expect(try container.makeContext().count("Person") == 2)
    #expect(try container.verify().isValid)
  }

  @Test(arguments: FileKind.allCases)
  func `many rows become many more`(kind: FileKind) throws {
    let context = try file.open(kind, PeopleToSplit.old()).makeContext()
    for number in 0..<400 {
      let person = try context.insert("Person")
      try person.setValue("p\(number)", forKey: "name")
      try person.setValue(["\(number)", "all"], forKey: "words")
    }
    try context.save()
    let container = try file.open(
      kind, PeopleToSplit.new(), PeopleToSplit.dropped + [PeopleToSplit.split()])
    let after = container.makeContext()
    #expect(try after.count("Tag") == 401 && after.count("Person") == 400)
    #expect(try after.count("Tag") { $0.word == "all" && $0.people.count == 400 } == 1)
    #expect(try container.verify().isValid)
  }

  /// Returns the statements of a file's tables and indexes.
  private func schema(_ path: String) throws -> [String: SQLTableText] {
    let connection = try SQLiteConnection(
      path, SQLiteLibrary.load(nil), busyTimeout: .seconds(5), log: nil)
    return try ["table", "index"].reduce(into: [:]) { all, type in
      for (name, text) in try connection.definitions(type) { all[name] = SQLTableText(text) }
    }
  }

  @Test func `tables and indexes are those of a new file`() throws {
    for (number, sources) in [[], ["friends"]].enumerated() {
      let path = file.folder.file("rows")
      try? FileManager.default.removeItem(atPath: path)
      try file.fill(.sqlite)
      _ = try file.open(
        .sqlite, PeopleToSplit.new(),
        PeopleToSplit.dropped + [
          .split("Person", from: sources) { _ = try $0.make("Tag", ["word": "\($0.id.key)"]) }
        ])
      let fresh = file.folder.file("fresh\(number)")
      _ = try PersistentContainer(model: PeopleToSplit.new(), store: SQLiteStore(fresh))
      #expect(try schema(path) == schema(fresh))
    }
  }

  @Test func `the rows of both kinds of files become the same`() throws {
    for seed in 0..<12 as Range<UInt64> {
      let pictures = try FileKind.allCases.map { kind in
        var random = SplitMix64(seed: seed)
        let file = try PeopleInFile()
        let context = try file.open(kind, PeopleToSplit.old()).makeContext()
        var people: [ManagedObject] = []
        for number in 0..<(2 + random.below(9)) {
          let person = try context.insert("Person")
          try person.setValue("p\(number)", forKey: "name")
          if random.bool() { try person.setValue("s\(random.below(3))", forKey: "street") }
          try person.setValue((0..<random.below(4)).map { "w\($0)" }, forKey: "words")
          if let other = people.randomElement(using: &random) {
            try person.insert(other, into: "friends")
          }
          for title in 0..<random.below(3) {
            let job = try context.insert("Job")
            try job.setValue("\(number).\(title)", forKey: "title")
            try person.insert(job, into: "jobs")
          }
          people.append(person)
        }
        try context.save()
        let container = try file.open(
          kind, PeopleToSplit.new(), PeopleToSplit.dropped + [Self.wildSplit(seed)])
        #expect(try container.verify().isValid)
        return try file.picture(container)
      }
      #expect(pictures[0] == pictures[1], "seed \(seed)")
    }
  }

  /// Returns a step that creates, links and drops objects depending only on its input.
  private static func wildSplit(_ seed: UInt64) -> StoreMigration.Step {
    .split("Person", from: ["name", "street", "words", "friends", "jobs"]) { person in
      guard case .string(let name) = person["name"] else { return }
      let choice = (UInt64(name.dropFirst()) ?? 0) &+ seed
      if case .string(let street) = person["street"] {
        let address = try person.make(
          "Address", ["street": .string(street)], oncePer: .string(street))
        person.link("address", to: address)
      }
      if case .list(let words) = person["words"] {
        for case .string(let word) in words {
          let tag = try person.make("Tag", ["word": .string(word)], oncePer: .string(word))
          if choice % 2 == 0 {
            person.link("people", of: tag, to: person.id)
          } else {
            person.link("tags", to: tag)
          }
        }
      }
      if choice % 3 == 0 {
        for job in person.links("jobs") { person.link("person", of: job, to: person.id) }
        let job = try person.make("Job", ["title": .string("\(name) made")])
        person.link("jobs", to: job)
      }
      if choice % 5 == 4 { person.drop() }
    }
  }
}
