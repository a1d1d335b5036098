import Foundation
import Testing

@testable import Armature

/// What stores write a portion at a time is what contexts write that hold all objects.
@Suite struct StreamedExportTests {
  private let container: PersistentContainer

  init() throws {
    let (container, context) = try Library.stocked()
    self.container = container
    let authors = try context.fetch("Author")
    for number in 0..<2_500 {
      let book = try context.insert(number % 7 == 0 ? "Novel" : "Book")
      book.title = "Book \(number)"
      book.author = authors[number % 2]
      for title in ["b", "a"].prefix(number % 3) {
        let chapter = try context.insert("Chapter")
        chapter.title = "\(title) \(number)"
        // The first stands behind the second.
        try book.insert(chapter, into: "chapters", at: 0)
      }
    }
    try context.save()
  }

  /// A context that holds everything, in the order of insertion.
  private func held() throws -> (context: ManagedObjectContext, objects: [ManagedObject]) {
    let context = container.makeContext()
    let roots = context.model.entities.filter { $0.parent == nil }
    return (context, try roots.flatMap { try context.fetch($0.name) })
  }

  private func collected(
    _ export: (ManagedObjectContext, (Data) throws -> Void) throws -> Void
  ) throws -> (text: Data, portions: Int, left: Int) {
    let context = container.makeContext()
    var (text, portions) = (Data(), 0)
    try export(context) { portion in
      text += portion
      portions += 1
    }
    return (text, portions, context.registeredObjects.count)
  }

  @Test(arguments: [JSONLayout.pretty, .compact])
  func `a document of a store is that of a context with all objects`(layout: JSONLayout) throws {
    let (context, objects) = try held()
    let expected = try withExtendedLifetime(objects) { try context.json(layout: layout) }
    let found = try collected { try $0.exportJSON(layout: layout, to: $1) }
    #expect(found.text == expected)
    #expect(found.portions > 3)
  }

  @Test(arguments: [JSONLayout.pretty, .lines])
  func `the objects of an entity are written in the same way`(layout: JSONLayout) throws {
    let (context, objects) = try held()
    for entity in ["Author", "Tag"] {
      let expected = try withExtendedLifetime(objects) {
        try context.json(of: entity, layout: layout)
      }
      let found = try collected { try $0.exportJSON(of: entity, layout: layout, to: $1) }
      #expect(found.text == expected, "\(entity)")
    }
  }

  @Test func `rows have the order of lists`() throws {
    let model = try ManagedObjectModel("Lists") {
      Entity("List") {
        Attribute("name", String.self).identifying()
        Relationship("items", to: "Item", .ordered, inverse: "list", onDelete: .cascade)
      }
      Entity("Item") {
        Attribute("text", String?.self)
        Relationship("list", to: "List", inverse: "items")
      }
    }
    let container = try PersistentContainer(model: model)
    let context = container.makeContext()
    let lists = try ["one", "two"].map { name in
      let list = try context.insert("List")
      list.name = name
      return list
    }
    for number in 0..<3_000 {
      let item = try context.insert("Item")
      item.text = "item \(number)"
      if number % 5 > 0 { try lists[number % 2].insert(item, into: "items", at: 0) }
    }
    try context.save()
    for entity in ["List", "Item"] {
      var table = Data()
      try container.makeContext().exportCSV(of: entity) { table += $0 }
      #expect(try table == context.csv(of: entity), "\(entity)")
    }
  }

  @Test func `objects are let go of while they are written`() throws {
    let found = try collected { try $0.exportCSV(of: "Tag", to: $1) }
    #expect(found.text.starts(with: Data("name".utf8)))
    let context = container.makeContext()
    var most = 0
    try context.exportJSON(of: "Author", layout: .lines) { _ in
      most = max(most, context.registeredObjects.count)
    }
    #expect(context.registeredObjects.count <= most)
    #expect(brokenInvariants(of: context).isEmpty)
  }

  @Test func `what has no form is told at the end, and what a closure throws ends it`() throws {
    let model = try ManagedObjectModel("Numbers") {
      Entity("Number") { Attribute("x", Double.self) }
    }
    let context = ManagedObjectContext(model: model)
    for number in 0..<1_500 {
      try context.insert("Number").x = number == 700 ? .nan : Double(number)
    }
    var count = 0
    #expect(throws: ValidationReport.self) {
      try context.exportJSON(of: "Number", layout: .lines) { count += $0.count }
    }
    #expect(throws: CancellationError.self) {
      try context.exportJSON { _ in throw CancellationError() }
    }
    #expect(throws: ValidationReport.self) { try context.exportCSV(of: "Numbre") { _ in } }
  }

  @Test func `pending changes are written, too`() throws {
    let context = container.makeContext()
    let tag = try context.insert("Tag")
    tag.name = "pending"
    var text = Data()
    try context.exportCSV(of: "Tag") { text += $0 }
    #expect(String(decoding: text, as: UTF8.self) == "name\r\ndesert\r\nspace\r\npending\r\n")
  }
}
