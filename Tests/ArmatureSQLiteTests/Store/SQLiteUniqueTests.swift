import Armature
import ArmatureModel
import ArmatureSQLite
import Foundation
import TestSupport
import Testing

/// Unique values that are swapped, passed on, or taken twice.
@Suite(.needsSQLite) struct SQLiteUniqueTests {
  private static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel("Unique") {
      Entity("Person") {
        Attribute("name", String?.self).unique()
        Attribute("age", Int?.self)
        Relationship("seats", to: "Seat", .toMany, inverse: "person", onDelete: .cascade)
      }
      Entity("Poet", parent: "Person") {
        Attribute("pen", String?.self)
        Unique("pen")
        // Two persons may have the same age, but not two poets.
        Unique("age")
      }
      Entity("Seat") {
        Attribute("number", Int?.self)
        Relationship("person", to: "Person", inverse: "seats")
        Unique("number", "person")
      }
    }
  }

  /// Inserts and saves persons with some names.
  private func persons(
    _ container: PersistentContainer, _ names: [String?], _ entity: String = "Person"
  ) throws -> (ManagedObjectContext, [ManagedObject]) {
    let context = container.makeContext()
    let persons = try names.map { name in
      let person = try context.insert(entity)
      if let name { try person.setValue(name, forKey: "name") }
      return person
    }
    try context.save()
    return (context, persons)
  }

  @Test(arguments: [[1, 0], [1, 2, 0], [2, 0, 1], [3, 2, 1, 0], [0, 2, 1, 3]])
  func `unique values change places in one save`(_ order: [Int]) throws {
    let told = try TwoStores.play(Self.model()) { container in
      let names = order.indices.map { "n\($0)" }
      let (context, persons) = try persons(container, names)
      for (person, place) in zip(persons, order) {
        try person.setValue(names[place], forKey: "name")
      }
      return TwoStores.save(context)
    }
    #expect(told == "saved")
  }

  @Test(arguments: [false, true])
  func `unique values move along a chain to a new object`(_ isReversed: Bool) throws {
    let told = try TwoStores.play(Self.model()) { container in
      let (context, persons) = try persons(container, ["a", "b", "c", nil])
      let steps = [(0, "b"), (1, "c"), (2, "d"), (3, "a")]
      for (index, name) in isReversed ? steps.reversed() : steps {
        try persons[index].setValue(name, forKey: "name")
      }
      try context.delete(persons[3])
      try context.insert("Poet").setValue("a", forKey: "name")
      return TwoStores.save(context)
    }
    #expect(told == "saved")
  }

  @Test func `what a deleted object had goes to a new one, and to one of another entity`() throws {
    let told = try TwoStores.play(Self.model()) { container in
      let (context, persons) = try persons(container, ["a", "b"])
      try context.delete(persons[0])
      try context.insert("Poet").setValuesForKeys(["name": "a", "pen": "b"])
      try context.delete(persons[1])
      try context.insert("Person").setValue("b", forKey: "name")
      return TwoStores.save(context)
    }
    #expect(told == "saved")
  }

  @Test func `a pair with a link changes places`() throws {
    let told = try TwoStores.play(Self.model()) { container in
      let (context, persons) = try persons(container, ["a", "b"])
      let seats = try [1, 2].map { number in
        let seat = try context.insert("Seat")
        try seat.setValuesForKeys(["number": number, "person": persons[0]])
        return seat
      }
      try context.save()
      try seats[0].setValue(2, forKey: "number")
      try seats[1].setValue(1, forKey: "number")
      try context.save()
      try seats[0].setValue(persons[1], forKey: "person")
      try seats[1].setValue(2, forKey: "number")
      return TwoStores.save(context)
    }
    #expect(told == "saved")
  }

  @Test(arguments: ["Person", "Poet"])
  func `what two contexts take is refused, and the first one keeps it`(_ entity: String) throws {
    let told = try TwoStores.play(Self.model()) { container in
      let (context, found) = try persons(container, ["a", "b"])
      let other = container.makeContext()
      let copy = try other.existingObject(with: found[0].objectID)
      try context.insert("Person").setValue("c", forKey: "name")
      try other.insert(entity).setValue("c", forKey: "name")
      try copy.setValue(7, forKey: "age")
      let first = TwoStores.save(context)
      let second = TwoStores.save(other)
      let again = TwoStores.save(other)
      other.rollback()
      return [first, second, again].joined(separator: "\n")
    }
    #expect(told.hasPrefix("saved\n"))
    #expect(told.components(separatedBy: "must").count > 2)
  }

  @Test func `several mistakes of one save are all told`() throws {
    let told = try TwoStores.play(Self.model()) { container in
      let (context, found) = try persons(container, ["a", "b", nil, nil])
      let other = container.makeContext()
      let copies = try found.map { try other.existingObject(with: $0.objectID) }
      try found[0].setValue("x", forKey: "name")
      try context.insert("Poet").setValuesForKeys(["name": "y", "pen": "p"])
      try context.save()
      try copies[2].setValue("x", forKey: "name")
      try copies[3].setValue("y", forKey: "name")
      try other.insert("Poet").setValuesForKeys(["name": "z", "pen": "p"])
      return TwoStores.save(other)
    }
    #expect(told != "saved")
  }

  @Test(arguments: [("Person", "Person"), ("Person", "Poet"), ("Poet", "Person"), ("Poet", "Poet")])
  func `what is unique among some entities is so among no others`(_ one: String, _ other: String)
    throws
  {
    let told = try TwoStores.play(Self.model()) { container in
      for entity in [one, other] {
        let context = container.makeContext()
        try context.insert(entity).setValue(30, forKey: "age")
        let told = TwoStores.save(context)
        if told != "saved" { return told }
      }
      return "saved"
    }
    #expect((told == "saved") == (one == "Person" || other == "Person"))
  }

  @Test func `objects without a value are no duplicates`() throws {
    let told = try TwoStores.play(Self.model()) { container in
      let (context, found) = try persons(container, [nil, nil, nil])
      for number in [1, 1, 2] { try context.insert("Seat").setValue(number, forKey: "number") }
      for _ in 0..<2 { try context.insert("Seat").setValue(found[0], forKey: "person") }
      return TwoStores.save(context)
    }
    #expect(told == "saved")
  }

  /// Values that may be equal, in one context and in two.
  @Test(arguments: ExactValues.simple.filter { !["data", "transformable"].contains($0.name) })
  func `what counts as the same is what does so in memory`(_ sample: ExactValues) throws {
    let model = try ManagedObjectModel(
      "Same",
      entities: [
        EntityDescription(
          "Item",
          properties: [.attribute(AttributeDescription("value", sample.type, isOptional: true))],
          uniquenessConstraints: [UniquenessConstraint(["value"])])
      ])
    try TwoStores.play(model) { container in
      var told: [String] = []
      for value in sample.values + sample.values.prefix(2) {
        let context = container.makeContext()
        try context.insert("Item").setValue(value, forKey: "value")
        let outcome = TwoStores.save(context)
        told.append("\(String(value.bits.prefix(80))): \(String(outcome.prefix(400)))")
      }
      return told.joined(separator: "\n")
    }
  }

  @Test func `an object that another context brought back too is a conflict, also if it is unique`()
    throws
  {
    let told = try TwoStores.play(Self.model()) { container in
      let (context, found) = try persons(container, ["a", "b"])
      let other = container.makeContext()
      let copy = try other.existingObject(with: found[0].objectID)
      for context in [context, other] { context.recordsUndo = true }
      try context.delete(found[0])
      try context.save()
      try other.refreshAll()
      context.undo()
      let first = TwoStores.save(context)
      try copy.setValue(3, forKey: "age")
      return first + TwoStores.save(other)
    }
    #expect(told.hasPrefix("saved"))
  }

  @Test func `an index that somebody has added refuses rows with an error, and loses none`() throws
  {
    let folder = try TemporaryFolder()
    let (path, model) = (folder.file(), try Self.model())
    let context = try PersistentContainer(model: model, store: SQLiteStore(path)).makeContext()
    try context.insert("Person").setValue(1, forKey: "age")
    try context.save()
    try runSQL("CREATE UNIQUE INDEX extra ON Person (age)", path)
    try context.insert("Person").setValue(1, forKey: "age")
    #expect(throws: (any Error).self) { try context.save() }
    #expect(context.hasChanges)
    try runSQL("DROP INDEX extra", path)
    try context.save()
    let again = try PersistentContainer(model: model, store: SQLiteStore(path)).makeContext()
    #expect(try again.count("Person") == 2)
  }

  @Test func `a model in which something is unique no more opens the file without the index`()
    throws
  {
    let folder = try TemporaryFolder()
    let path = folder.file()
    func model(_ severity: ValidationRule.Severity) throws -> ManagedObjectModel {
      try ManagedObjectModel(
        "Severity",
        entities: [
          EntityDescription(
            "Item",
            properties: [.attribute(AttributeDescription("value", .int64, isOptional: true))],
            uniquenessConstraints: [UniquenessConstraint(["value"], severity: severity)])
        ])
    }
    for severity in [ValidationRule.Severity.error, .warning] {
      let context = try PersistentContainer(model: model(severity), store: SQLiteStore(path))
        .makeContext()
      try context.insert("Item").setValue(1, forKey: "value")
      try context.save()
    }
    let again = try PersistentContainer(model: model(.warning), store: SQLiteStore(path))
    let context = again.makeContext()
    #expect(try context.count("Item") == 2)
    let error = #expect(throws: SQLiteStoreError.self) {
      try PersistentContainer(model: model(.error), store: SQLiteStore(path))
    }
    #expect(
      error?.description == """
        \(path) must be a store of Armature, but two of its rows have equal values for the unique index \
        Item_unique_value. Open it with the model that wrote it, and change one of the two.
        """)
    try context.delete(try #require(try context.fetch("Item").first))
    try context.save()
    #expect(throws: Never.self) {
      try PersistentContainer(model: model(.error), store: SQLiteStore(path))
    }
  }
}
