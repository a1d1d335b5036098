import Armature
import ArmatureModel
import ArmatureSQLite
import TestSupport
import Testing

/// Names with a meaning in SQL or in this library, and more names than a table can have.
@Suite(.needsSQLite) struct SQLiteNameTests {
  private static let names = [
    "select", "Table", "order by", "rowid", "oid", "_rowid_", "_id", "_ID", "_entity", "_version",
    "_armature", "_ARMATURE", "sqlite_master", "sqlite_", "SQLite_sequence", "t", "p", "gone",
    "main",
    "temp", "true", "null", "NaN", "key", "value", "Names", "names", "NAMES", "é", "a\u{301}b", "É",
    "ß",
    "ss", "İ", "i", "I", "👨‍👩‍👧", "日本語", "a b", " a", "a ", "a'b", "a''b", "a\"b", "\"", "'", "`a`",
    "[a]", "a;b", "a--b", "/*", "a.b", "a$b", "a?1", ":a", "@a", "#a", "%", "a%b", "1", "1a", "-",
    "\\",
    "a\u{0}b", "a\nb", "", "a_order", "a_entity", "a_zone", "x_y", "x", "y", "\u{FEFF}", "\u{200B}",
    "\u{FFFF}",
    String(repeating: "n", count: 1000), String(repeating: "n", count: 1001),
    String(repeating: "語", count: 1000),
  ]

  /// Returns a model in which everything has valid names, or only some kinds of declarations.
  private static func model(_ names: [String]) throws -> ManagedObjectModel {
    let attributes = names.map {
      PropertyDescription.attribute(AttributeDescription($0, .string, isOptional: true))
    }
    var entities = names.map { name in
      EntityDescription(
        name,
        properties: attributes + [
          .relationship(RelationshipDescription("to one", to: "All", inverse: "many \(name)")),
          .relationship(
            RelationshipDescription("pairs", to: "All", .ordered, inverse: "pairs \(name)")),
        ], uniquenessConstraints: names.suffix(3).map { UniquenessConstraint([$0]) },
        indexes: names.prefix(4).map { IndexDescription([IndexDescription.Element($0)]) })
    }
    entities.append(
      EntityDescription(
        "All",
        properties: names.flatMap { name -> [PropertyDescription] in
          [
            .relationship(
              RelationshipDescription("many \(name)", to: name, .ordered, inverse: "to one")),
            .relationship(
              RelationshipDescription("pairs \(name)", to: name, .ordered, inverse: "pairs")),
          ]
        }))
    return try ManagedObjectModel("Names", entities: entities)
  }

  /// Returns the names that a model accepts.
  private static func allowed() -> [String] {
    names.filter { (try? model([$0])) != nil }
  }

  @Test func `things of any name are saved, found and read`() throws {
    let names = Self.allowed()
    #expect(names.count > 20)
    let model = try Self.model(names)
    let told = try TwoStores.play(model) { container in
      let context = container.makeContext()
      let all = try context.insert("All")
      for (index, entity) in names.enumerated() {
        let object = try context.insert(entity)
        for name in names { try object.setValue("\(index) \(name)", forKey: name) }
        try object.setValue(all, forKey: "to one")
        try all.insert(object, into: "pairs \(entity)")
      }
      try context.save()
      var told: [String] = []
      for entity in names {
        for name in names.prefix(12) + [entity] {
          let request = FetchRequest(
            entity,
            where: .comparison(.keyPath([name]), .contains, .constant(.string(" "))),
            orderedBy: [FetchOrder(.keyPath([name]))])
          told.append("\(try context.fetchIDs(request).map(\.key))")
        }
        let request = FetchRequest(
          "All",
          where: .comparison(
            .keyPath(["pairs \(entity)", names[0]]), .equal, .constant(.string("0 \(names[0])")),
            quantifier: .any))
        told.append("\(try context.fetchIDs(request).map(\.key))")
      }
      let object = try #require(try context.fetch(names[1]).first)
      for name in names { try object.setValue("new \(name)", forKey: name) }
      try context.delete(try #require(try context.fetch(names[0]).first))
      try context.save()
      return told.joined(separator: "\n")
    }
    #expect(told.contains("["))
  }

  @Test(arguments: [1998, 1999, 5000])
  func `an entity with very many attributes works or is refused with a sentence`(_ count: Int)
    throws
  {
    let folder = try TemporaryFolder()
    let path = folder.file()
    let model = try ManagedObjectModel.wide(count)
    do {
      let context = try PersistentContainer(model: model, store: SQLiteStore(path)).makeContext()
      let object = try context.insert("Wide")
      for index in 0..<count { try object.setValue(index, forKey: "a\(index)") }
      try context.save()
      let again = try PersistentContainer(model: model, store: SQLiteStore(path)).makeContext()
      let found = try #require(try again.fetch("Wide").first)
      for index in 0..<count {
        #expect(try found.value(forKey: "a\(index)", as: Int.self) == index)
      }
      #expect(count == 1998)
    } catch let error as SQLiteStoreError {
      #expect(
        error.description == """
          \(path) must be a store of Armature, but the entity Wide would have \(count + 2) columns in its \
          table, with those of entities that inherit from it, and SQLite has at most 2000. Keep some of the \
          attributes in an entity of their own.
          """)
      #expect(throws: FileReadError.self) { try JSONText.file(path) }
    }
  }

  @Test func `a hierarchy of many levels, and many entities, are saved and found`() throws {
    var entities: [EntityDescription] = []
    for level in 0..<100 {
      entities.append(
        EntityDescription(
          "Level\(level)", parent: level == 0 ? nil : "Level\(level - 1)",
          properties: [.attribute(AttributeDescription("a\(level)", .int64, isOptional: true))]))
    }
    for number in 0..<400 {
      entities.append(
        EntityDescription(
          "Entity\(number)",
          properties: [
            .attribute(AttributeDescription("value", .int64, isOptional: true)),
            .relationship(
              RelationshipDescription(
                "next", to: "Entity\((number + 1) % 400)", inverse: "previous")),
            .relationship(
              RelationshipDescription(
                "previous", to: "Entity\((number + 399) % 400)", .toMany, inverse: "next")),
            .relationship(RelationshipDescription("level", to: "Level\(number % 100)")),
          ]))
    }
    let model = try ManagedObjectModel("Many", entities: entities)
    try TwoStores.play(model) { container in
      let context = container.makeContext()
      let levels = try (0..<100).map { level in
        let object = try context.insert("Level\(level)")
        for other in 0...level { try object.setValue(other, forKey: "a\(other)") }
        return object
      }
      var last: ManagedObject?
      for number in 0..<400 {
        let object = try context.insert("Entity\(number)")
        try object.setValue(number, forKey: "value")
        try object.setValue(levels[99], forKey: "level")
        try last?.setValue(object, forKey: "next")
        last = object
      }
      try context.save()
      try context.delete(levels[99])
      try context.delete(levels[50])
      let told = TwoStores.save(context)
      let found = try [0, 1, 49, 50, 98].map { level in
        let request = FetchRequest(
          "Level\(level)",
          where: .comparison(.keyPath(["a\(level)"]), .greaterOrEqual, .constant(0)))
        return " \(try context.fetchIDs(request).map(\.key))"
      }
      return told + found.joined()
    }
  }
}
