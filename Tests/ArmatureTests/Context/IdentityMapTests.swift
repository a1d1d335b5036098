@testable import Armature
import Testing

@Suite struct IdentityMapTests {
  private let model: ManagedObjectModel

  init() throws { model = try .bookshelf() }

  @Test func `numbers rise from 1, are not given twice, and find their object`() throws {
    let map = IdentityMap()
    let objects = try (0..<5).map { _ in try model.makeObject("Book") }
    for object in objects { map.insert(object) }
    #expect(objects.map(\.number) == [1, 2, 3, 4, 5] && map.count == 5 && map.nextNumber == 6)
    #expect((1...5).map { map[$0] } == objects)
    map.remove(objects[1])
    map.remove(objects[1])
    #expect(map[2] == nil && map.count == 4)
    #expect(Array(map.objects) == [objects[0], objects[2], objects[3], objects[4]])
    for number in [0, -1, 6, .max, .min] { #expect(map[number] == nil) }
    map.removeAll()
    #expect(map.count == 0 && map[1] == nil && map.nextNumber == 6)
    let next = try model.makeObject("Book")
    map.insert(next)
    #expect(next.number == 6 && map[6] === next && map[1] == nil)
  }

  @Test func `only the object itself is removed, not one of the same number`() throws {
    let map = IdentityMap()
    let other = IdentityMap()
    let (a, b) = (try model.makeObject("Book"), try model.makeObject("Book"))
    map.insert(a)
    other.insert(b)
    map.remove(b)
    #expect(map[1] === a && map.count == 1)
  }
}
