import ArmatureModel
import TestSupport
import Testing

@Suite struct NearMissTests {
  @Test(arguments: [
    ("nmae", ["title", "name"], "name"),
    ("departmnt", ["staff", "department"], "department"),
    ("Title", ["titel", "title"], "title"),
    ("titel", ["title", "tile"], "title"),
    ("first_name", ["firstName", "lastName"], "firstName"),
    ("pgaes", ["pages", "prices"], "pages"),
    ("ID", ["id"], "id"),
    ("größe", ["grösse", "große"], "große"),
  ])
  func `a misspelt name has a near miss`(name: String, names: [String], expected: String) {
    #expect(nearMiss(name, in: names) == expected)
  }

  @Test(arguments: [
    ("x", ["y", "z"]),
    ("price", ["title", "pages"]),
    ("name", ["name"]),
    ("", ["a"]),
    ("name", []),
    (String(repeating: "a", count: 65), [String(repeating: "a", count: 64)]),
  ])
  func `a name that resembles none has no near miss`(name: String, names: [String]) {
    #expect(nearMiss(name, in: names) == nil)
  }

  @Test func `the first of equally near names wins`() {
    #expect(nearMiss("nane", in: ["name", "nave"]) == "name")
    #expect(nearMiss("nane", in: ["nave", "name"]) == "nave")
  }

  @Test func `a model with thousands of mistakes has near misses for the first of them`() {
    // Of many lengths, because names of different lengths are quickly told apart.
    let entities = (0..<2_000).map { number in
      let name = "N\(number)" + String(repeating: "x", count: 4 + number % 50)
      return EntityDescription(name, parent: name + "y")
    }
    let error = #expect(throws: ModelError.self) {
      try ManagedObjectModel("Misspelt", entities: entities)
    }
    let messages = (error?.issues ?? []).map(\.message)
    #expect(messages.count == 2_000)
    #expect(messages.first?.hasSuffix("Did you mean \"N0xxxx\"?") == true)
    // A million comparisons with two thousand names each.
    #expect(messages.prefix(500).allSatisfy { $0.contains("Did you mean") })
    #expect(!messages.dropFirst(500).contains { $0.contains("Did you mean") })
  }

  @Test func `the distance within the band is that of the full table`() {
    var random = SplitMix64(seed: 7)
    for _ in 0..<3_000 {
      let left = random.word()
      let right = random.word()
      let distance = fullDistance(Array(left), Array(right))
      let isNear = left != right && distance <= min(3, left.count / 3)
      #expect(nearMiss(left, in: [right]) == (isNear ? right : nil), "\(left) \(right)")
    }
  }
}

extension SplitMix64 {
  fileprivate mutating func word() -> String {
    let count = Int.random(in: 1...10, using: &self)
    return String((0..<count).map { _ in "ab".randomElement(using: &self) ?? "a" })
  }
}

/// The textbook algorithm for optimal string alignment, without a band.
private func fullDistance(_ a: [Character], _ b: [Character]) -> Int {
  var table = Array(repeating: Array(repeating: 0, count: b.count + 1), count: a.count + 1)
  for i in 0...a.count {
    for j in 0...b.count {
      guard i > 0, j > 0 else {
        table[i][j] = i + j
        continue
      }
      let replaced = table[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)
      table[i][j] = min(replaced, table[i - 1][j] + 1, table[i][j - 1] + 1)
      if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
        table[i][j] = min(table[i][j], table[i - 2][j - 2] + 1)
      }
    }
  }
  return table[a.count][b.count]
}
