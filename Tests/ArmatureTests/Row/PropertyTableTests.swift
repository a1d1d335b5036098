@testable import Armature
import Testing

@Suite struct PropertyTableTests {
  private func table(_ names: [String]) -> PropertyTable {
    PropertyTable(names: names)
  }

  private func find(_ name: String, in table: PropertyTable) -> Int? {
    name.withPropertyName(table.find).map { Int($0.place.index) }
  }

  @Test(arguments: [0, 1, 7, 64, 1000, 10_000])
  func `a table finds each of its names and no other`(_ count: Int) {
    let names = (0..<count).map { "name\($0)" }
    let table = table(names)
    defer { table.deallocate() }
    let misses = names.enumerated().filter { find($0.element, in: table) != $0.offset }
    #expect(misses.isEmpty)
    for other in ["", "name", "name\(count)", "NAME0", "name0 ", "\u{0}"] {
      #expect(find(other, in: table) == nil, "\(other)")
    }
  }

  @Test func `names that differ in one byte, in length or in zeros are told apart`() {
    let names = [
      "a", "a\u{0}", "a\u{0}\u{0}", "12345678", "12345678\u{0}", "123456789", "é", "e\u{301}",
      String(repeating: "x", count: 500), String(repeating: "x", count: 501), "👨‍👩‍👧", "`",
    ]
    let table = table(names)
    defer { table.deallocate() }
    for (slot, name) in names.enumerated() { #expect(find(name, in: table) == slot) }
    #expect(find("e", in: table) == nil)
  }

  @Test func `entities with such names keep the values apart`() throws {
    let names = ["a", "A", "é", "name with blanks", "\"quoted\"", "count ", "👨‍👩‍👧"]
    let model = try ManagedObjectModel("Names") {
      Entity("Names") { for name in names { Attribute(name, Int?.self) } }
    }
    let context = ManagedObjectContext(model: model)
    let object = try context.insert("Names")
    for (index, name) in names.enumerated() { object[name] = .int(Int64(index)) }
    #expect(object.properties.keys.map { Array($0.utf8) } == names.map { Array($0.utf8) })
    for (index, name) in names.enumerated() { #expect(object[name] == .int(Int64(index))) }
  }
}
