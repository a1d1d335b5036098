import Armature
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What errors advise to do: that each advice, followed to the letter, works.
@Suite struct RemedyTests {
  final class Crate: ManagedObject {}

  /// A mistake whose error has some words, and what these advise.
  struct Remedy: Sendable {
    let words: String
    let mistake: @Sendable (ManagedObjectContext) throws -> Void
    let remedy: @Sendable (ManagedObjectContext) throws -> Void

    init(
      _ words: String, _ mistake: @escaping @Sendable (ManagedObjectContext) throws -> Void,
      remedy: @escaping @Sendable (ManagedObjectContext) throws -> Void
    ) {
      (self.words, self.mistake, self.remedy) = (words, mistake, remedy)
    }
  }

  private static func item(_ context: ManagedObjectContext) throws -> ManagedObject {
    try #require(try context.fetch("Item") { $0.name == "a" }.first)
  }

  private static func model(
    isIdentifying: Bool = false, type: ManagedObject.Type? = nil
  ) throws -> ManagedObjectModel {
    try ManagedObjectModel("Shop") {
      Entity("Thing", isAbstract: true) { Attribute("name", String.self) }
      Entity("Item", parent: "Thing") {
        Attribute("price", Decimal?.self)
        Attribute("note", String?.self).transient()
        Relationship("parts", to: "Item", .toMany, inverse: "whole")
        Relationship("whole", to: "Item", inverse: "parts")
        Relationship("shelf", to: "Shelf", inverse: "items")
        FetchedProperty("cheap", of: "Item") { $0.price < 5 }
      }
      Entity("Shelf") {
        if isIdentifying {
          Attribute("code", Int.self).default(1).identifying()
        } else {
          Attribute("code", Int.self).default(1)
        }
        Relationship("items", to: "Item", .toMany, inverse: "shelf")
      }
      if type != nil {
        Entity("Crate", class: Crate.self) { Attribute("code", Int.self).default(1) }
      } else {
        Entity("Crate") { Attribute("code", Int.self).default(1) }
      }
    }
  }

  private static func context(
    _ model: ManagedObjectModel, keepsHistory: Bool = false
  ) throws -> ManagedObjectContext {
    let container = try PersistentContainer(
      model: model, store: InMemoryStore(keepsHistory: keepsHistory))
    let context = container.makeContext()
    let item = try context.insert("Item")
    item.name = "a"
    item.shelf = try context.insert("Shelf")
    try context.save()
    return context
  }

  static let all = [
    Remedy("Set Decimal(string: \"0.1\"), which is exact.") {
      try item($0).setValue(0.1, forKey: "price")
    } remedy: {
      try item($0).setValue(Decimal(string: "0.1"), forKey: "price")
    },
    Remedy("Use values(forKeyPath:), or an aggregate such as @count.") {
      _ = try item($0).value(forKeyPath: "parts.name")
    } remedy: {
      _ = try item($0).values(forKeyPath: "parts.name")
      _ = try item($0).value(forKeyPath: "parts.@count")
    },
    Remedy("Read it with value(forKey:).") {
      try item($0).setValue(nil, forKey: "cheap")
    } remedy: {
      _ = try item($0).value(forKey: "cheap")
    },
    Remedy("Call setValue(_:forKey:), and validate() for the object.") {
      try item($0).setPrimitiveValue(nil, forKey: "whole")
    } remedy: {
      try item($0).setValue(nil, forKey: "whole")
      let report = try item($0).validate()
      #expect(report.isValid)
    },
    Remedy("Use one of its sub-entities: Item.") {
      try $0.insert("Thing")
    } remedy: {
      try $0.insert("Item")
    },
    Remedy("Write Entity(\"…\", class: Crate.self).") {
      try $0.insert(Crate.self)
    } remedy: { _ in
      try context(model(type: Crate.self)).insert(Crate.self)
    },
    Remedy("Bind it again: model.binding(Crate.self, in: \"Crate\").") { _ in
      try context(decoded()).insert(Crate.self)
    } remedy: { _ in
      let model = try decoded()
      try context(model.binding(Crate.self, in: "Crate")).insert(Crate.self)
    },
    Remedy("Give it one with binding(_:).") {
      _ = try $0.fetch("Item", where: FetchPredicate("name == $NAME"))
    } remedy: {
      let condition = try FetchPredicate("name == $NAME").binding(["NAME": "a"])
      let count = try $0.count("Item", where: condition)
      #expect(count == 1)
    },
    Remedy("Name the entity of its records: .text(json, as: \"") {
      try $0.load(.text(#"[{"name": "b"}]"#))
    } remedy: {
      try $0.load(.text(#"[{"name": "b"}]"#, as: "Item"))
    },
    Remedy("Remove the key, or name it in LoadOptions(ignoring:).") {
      try $0.load(.text(#"[{"name": "b", "note": "red"}]"#, as: "Item"))
    } remedy: {
      try $0.load(
        .text(#"[{"name": "b", "note": "red"}]"#, as: "Item"),
        options: LoadOptions(ignoring: .keys(["Item": ["note"]])))
    },
    Remedy("Declare an attribute with identifying(), or write all entities with json().") {
      _ = try $0.json(of: "Item")
    } remedy: {
      _ = try $0.json()
      _ = try context(model(isIdentifying: true)).json(of: "Item")
    },
    Remedy(
      "Create it with keepsHistory: true, which SQLiteStore, PostgreSQLStore and InMemoryStore have"
    ) {
      _ = try container(of: $0, keepsHistory: false).history()
    } remedy: {
      _ = try container(of: $0, keepsHistory: true).history()
    },
    Remedy("Read the data again, and continue from currentHistoryToken().") {
      let other = try container(of: $0, keepsHistory: true).currentHistoryToken()
      _ = try container(of: $0, keepsHistory: true).history(since: other)
    } remedy: {
      let container = try container(of: $0, keepsHistory: true)
      let token = try container.currentHistoryToken()
      let history = try container.history(since: token)
      #expect(history.isEmpty)
    },
    Remedy("Make the context with container.makeContext().") {
      try $0.makeChild().execute(BatchDelete("Item"))
    } remedy: {
      let count = try $0.execute(BatchDelete("Item")).count
      #expect(count == 1)
    },
  ]

  private static func container(
    of context: ManagedObjectContext, keepsHistory: Bool
  ) throws -> PersistentContainer {
    let container = try PersistentContainer(
      model: context.model, store: InMemoryStore(keepsHistory: keepsHistory))
    let own = container.makeContext()
    try own.insert("Crate")
    try own.save()
    return container
  }

  private static func decoded() throws -> ManagedObjectModel {
    let data = try JSONEncoder().encode(model(type: Crate.self))
    return try JSONDecoder().decode(ManagedObjectModel.self, from: data)
  }

  @Test(arguments: all.indices) func `an advice that is followed works`(_ index: Int) throws {
    let remedy = Self.all[index]
    let error = #expect(throws: (any Error).self) {
      try remedy.mistake(Self.context(Self.model()))
    }
    let text = error.map { "\($0)" } ?? ""
    #expect(text.contains(remedy.words), "\(text)")
    try remedy.remedy(Self.context(Self.model()))
  }
}
