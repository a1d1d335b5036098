@testable import Armature
import Testing

@Suite struct ObjectListTests {
  private let context: ManagedObjectContext
  private let objects: [ManagedObject]

  init() throws {
    let context = ManagedObjectContext(model: try .bookshelf())
    self.context = context
    objects = try (0..<100).map { _ in try context.insert("Book") }
  }

  @Test func `an object stands in a list once, in the order of its first addition`() {
    var list = ObjectList([objects[2], objects[1], objects[2], objects[0], objects[1]])
    #expect(Array(list.objects) == [objects[2], objects[1], objects[0]] && list.count == 3)
    #expect(!list.append(objects[1]) && list.append(objects[3]))
    #expect(list.remove(objects[1]) && !list.remove(objects[1]))
    #expect(!list.contains(objects[1]) && list.contains(objects[3]) && !list.isEmpty)
    #expect(Array(list.objects) == [objects[2], objects[0], objects[3]])
  }

  @Test(
    arguments: [
      (0, [9, 0, 1, 2]), (1, [0, 9, 1, 2]), (3, [0, 1, 2, 9]), (4, [0, 1, 2, 9]),
      (.max, [0, 1, 2, 9]), (-1, [9, 0, 1, 2]), (.min, [9, 0, 1, 2]),
    ] as [(Int, [Int])])
  func `a position outside of the list means its nearer end`(_ position: Int, _ expected: [Int]) {
    var list = ObjectList(objects[0..<3])
    list.insert(objects[9], at: position)
    #expect(Array(list.objects) == expected.map { objects[$0] })
  }

  @Test(
    arguments: [
      (0, 0, [0, 1, 2, 3]), (0, 3, [1, 2, 3, 0]), (3, 0, [3, 0, 1, 2]), (1, 2, [0, 2, 1, 3]),
    ] as [(Int, Int, [Int])])
  func `an object that is there is moved`(_ object: Int, _ position: Int, _ expected: [Int]) {
    var list = ObjectList(objects[0..<4])
    list.insert(objects[object], at: position)
    #expect(Array(list.objects) == expected.map { objects[$0] } && list.count == 4)
  }

  /// Holes, the index of long lists, and the closing of holes, against a plain array.
  @Test(arguments: 0..<20) func `random edits give what they give to an array`(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var list = ObjectList()
    var expected: [ManagedObject] = []
    for step in 0..<500 {
      let object = objects[random.below(seed % 2 == 0 ? 12 : 100)]
      switch random.below(5) {
      case 0, 1:
        list.append(object)
        if !expected.contains(object) { expected.append(object) }
      case 2:
        let position = random.below(expected.count + 1)
        list.insert(object, at: position)
        expected.removeAll { $0 === object }
        expected.insert(object, at: min(position, expected.count))
      default:
        list.remove(object)
        expected.removeAll { $0 === object }
      }
      guard Array(list.objects) == expected, list.count == expected.count,
        objects.allSatisfy({ list.contains($0) == expected.contains($0) })
      else {
        Issue.record("seed \(seed), step \(step)")
        return
      }
    }
  }
}
