@testable import Armature
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Copies of rows and their shared values, for the address sanitizer.
@Suite struct RowTests {
  private func model(_ text: String, _ data: Data) throws -> ManagedObjectModel {
    try ManagedObjectModel("Defaults") {
      Entity("Item") {
        Attribute("text", String.self).default(text)
        Attribute("data", Data.self).default(data)
        Attribute("link", URL.self).default(URL(filePath: "/a/long/path/for/the/heap"))
        Attribute("address", EveryType.Address.self).default(EveryType.Address(street: "Main"))
        Attribute("number", Int?.self)
      }
    }
  }

  /// Short values in heap storage are the trap: they look as if they were stored inline.
  static let defaults: [(text: String, data: Data)] = {
    var text = ""
    text.reserveCapacity(1000)
    text += "short"
    var data = Data(capacity: 1000)
    data.append(contentsOf: [1, 2, 3])
    let long = Data(repeating: 5, count: 5000)
    return [
      (text, data), (String("a longer text than fits".prefix(3)), long[100..<103]),
      ("fifteen bytes!!", Data(0...13)), ("sixteen bytes!!!", Data(0...14)), ("", Data()),
      (String(repeating: "x", count: 1000), long),
    ]
  }()

  @Test(arguments: defaults.indices)
  func `objects with defaults outlive each other and the model`(_ index: Int) throws {
    let (text, data) = Self.defaults[index]
    var objects: [ManagedObject] = []
    do {
      let context = ManagedObjectContext(model: try model(text, data))
      for _ in 0..<50 { objects.append(try context.insert("Item")) }
    }
    objects.removeSubrange(0..<25)
    for object in objects {
      #expect(object["text"] == .string(text) && object["data"] == .data(data))
      object.text = "changed to something that is long enough"
      object.data = Data(repeating: 1, count: 100)
    }
    objects.removeSubrange(1...)
    #expect(objects[0].text == "changed to something that is long enough")
  }

  @Test func `a default is not shared: changing one object leaves the next alone`() throws {
    let context = ManagedObjectContext(model: try model("text", Data([1, 2, 3])))
    let (a, b) = (try context.insert("Item"), try context.insert("Item"))
    var data: Data = try #require(a.data)
    data[0] = 9
    a.data = data
    var address: EveryType.Address = try #require(a.address)
    address.city = "Bonn"
    a.address = address
    #expect(b.data == Data([1, 2, 3]) && b.address == EveryType.Address(street: "Main"))
    let c = try context.insert("Item")
    #expect(c.data == Data([1, 2, 3]) && c.address?.city == nil)
  }

  @Test func `committed copies hold values of their own`() throws {
    let context = ManagedObjectContext(model: try model("text", Data([1, 2, 3])))
    let item = try context.insert("Item")
    item.text = String(repeating: "old ", count: 100)
    item.link = URL(filePath: "/old/path/that/is/long")
    try context.save()
    for round in 0..<10 {
      item.text = String(repeating: "new \(round)", count: 100)
      item.data = Data(repeating: UInt8(round), count: 1000)
      item.link = URL(filePath: "/new/path/that/is/long/\(round)")
      item.address = nil as EveryType.Address?
      #expect(
        item.committedValues(forKeys: ["text"])
          == ["text": .string(String(repeating: "old ", count: 100))])
      context.rollback()
      #expect(item["text"] == .string(String(repeating: "old ", count: 100)))
      #expect(item.link == URL(filePath: "/old/path/that/is/long"))
      #expect(item.address?.street == "Main")
    }
    item.text = "changed and then left behind by its context"
  }

  @Test func `every kind of value survives a copy and a roll back`() throws {
    for type in TypeCase.all {
      let (context, object) = try ManagedObjectModel.sample()
      try type.check(object)
      for other in TypeCase.all where other.testDescription != type.testDescription {
        try other.check(object)
      }
      try context.save()
      try type.check(object)
      context.rollback()
      #expect(object.properties.allSatisfy { $0.value.isNull })
    }
  }
}
