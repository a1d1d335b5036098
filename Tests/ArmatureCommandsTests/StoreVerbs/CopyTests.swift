import Armature
import ArmatureModel
import ArmatureSQLite
import Foundation
import TestSupport
import Testing

@testable import ArmatureCommands

@Suite struct CopyTests {
  private let shop: Shop

  init() throws { shop = try Shop() }

  @Test(arguments: Shop.stores, Shop.stores)
  func `a copy has all objects of a store, and all links between them`(from: String, to: String) {
    #expect(shop.fill(from).status == 0)
    let copy = "copy-\(to)"
    let made = shop.call("store", "copy", store: from, [shop.path(copy)])
    #expect(made == Outcome(status: 0, result: "", talk: "\(copy) has the 6 objects of \(from).\n"))
    #expect(shop.call("export", store: copy).result == shop.call("export", store: from).result)
    #expect(shop.call("store", "check", store: copy).status == 0)
    let again = shop.call("store", "copy", store: from, [shop.path(copy)])
    #expect(
      again.status == 64 && again.talk.contains("must have no objects, but has 2 of Maker"))
    #expect(shop.call("store", "copy", store: from).talk.contains("copy must have <copy>."))
  }

  @Test func `a copy leaves out no rows of entities that the model does not have`() throws {
    let model = try ManagedObjectModel("Zoo") {
      Entity("Animal") { Attribute("name", String?.self) }
      Entity("Bird", parent: "Animal") { Attribute("wings", Int?.self) }
    }
    let file = try shop.folder.write(model, to: "zoo.json")
    let path = shop.path("zoo.sqlite")
    let context = try PersistentContainer(model: model, store: SQLiteStore(path)).makeContext()
    for _ in 0..<3 { try context.insert("Bird") }
    try context.save()
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "python3", "-c",
      "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute(\"UPDATE Animal SET _entity = 'Fish' WHERE _id < 3\"); c.commit()",
      path,
    ]
    try process.run()
    process.waitUntilExit()
    let copied = Outcome.of(["store", "copy", file, path, shop.path("copy.json")])
    #expect(copied.status == 65, "\(copied)")
    #expect(copied.talk.contains("2 among those of Animal are not"), "\(copied)")
  }

  @Test func `orders, pairs and links of each to the other are copied`() throws {
    let model = try ManagedObjectModel("Lists") {
      Entity("List") {
        Attribute("name", String.self)
        Relationship("items", to: "Item", .ordered, inverse: "lists")
        Relationship("first", to: "Item")
      }
      Entity("Item") {
        Attribute("name", String.self)
        Relationship("lists", to: "List", .toMany, inverse: "items")
        Relationship("owner", to: "List")
      }
    }
    let (old, new) = (InMemoryStore(), InMemoryStore())
    let source = try PersistentContainer(model: model, store: old)
    let context = source.makeContext()
    let items = try ["c", "a", "b"].map { name in
      let item = try context.insert("Item")
      item.name = name
      return item
    }
    for names in [[0, 1, 2], [2, 0]] {
      let list = try context.insert("List")
      list.name = "\(names.count)"
      try list.setValue(AttributeValue.objects(names.map { items[$0].objectID }), forKey: "items")
      try list.setValue(items[names[0]], forKey: "first")
      try items[names[0]].setValue(list, forKey: "owner")
    }
    try context.save()
    let target = try PersistentContainer(model: model, store: new)
    #expect(try StoreCopy(from: source, to: new).run() == 5)
    let copied = target.makeContext()
    for list in try copied.fetch("List", orderedBy: [.ascending("name")]) {
      let name: AttributeValue = try list.value(forKey: "name")
      let names: [AttributeValue] = try list.values(forKeyPath: "items.name")
      #expect(names == (name == "3" ? ["c", "a", "b"] : ["b", "c"]))
      let first: AttributeValue = try list.value(forKeyPath: "first.owner.name")
      #expect(first == name)
    }
  }
}
