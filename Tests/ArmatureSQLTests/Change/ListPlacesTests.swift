import TestSupport
import Testing

@testable import ArmatureSQL

struct ListPlacesTests {
  @Test func `a member that comes to the front changes no number of another`() {
    let places = ListPlaces([nil] + (0..<1000).map { Int64($0) })
    #expect(places.changes.keys.sorted() == [0])
    #expect((places.changes[0] ?? 0) < 0)
  }

  @Test func `members get new numbers where there is no room between two`() {
    #expect(ListPlaces([7, nil, 8]).changes.count == 3)
  }

  @Test(arguments: 0..<50) func `numbers rise in the new order, whatever they were`(_ seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let former = (0..<Int.random(in: 0...40, using: &random)).map { _ in
      Bool.random(using: &random) ? Int64.random(in: -50...50, using: &random) : nil
    }
    let changes = ListPlaces(former).changes
    let numbers = former.indices.map { changes[$0] ?? former[$0] ?? .min }
    #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }, "seed \(seed): \(numbers)")
  }
}
