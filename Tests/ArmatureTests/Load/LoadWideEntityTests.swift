import Armature
import TestSupport
import Testing

/// Entities with more attributes than a machine word has bits.
@Suite struct LoadWideEntityTests {
  private static let width = 500
  private let context: ManagedObjectContext

  init() throws {
    context = ManagedObjectContext(
      model: try ManagedObjectModel("Wide") {
        Entity("Wide") {
          for index in 0..<Self.width { Attribute("a\(index)", Int?.self) }
          Relationship("inner", to: "Wide", inverse: "outer", onDelete: .cascade)
          Relationship("outer", to: "Wide", inverse: "inner")
        }
      })
  }

  private func members(_ indices: some Sequence<Int>, adding number: Int = 0) -> String {
    indices.map { "\"a\($0)\": \($0 + number)" }.joined(separator: ", ")
  }

  private func values(_ object: ManagedObject?, less number: Int64 = 0) -> [Int64] {
    (0..<Self.width).compactMap { index in
      if case .int(let value)? = object?["a\(index)"] { value - number } else { nil }
    }
  }

  @Test func `keys in any order are read`() throws {
    var random = SplitMix64(seed: 7)
    var shuffled = Array(0..<Self.width)
    for index in shuffled.indices { shuffled.swapAt(index, random.below(Self.width)) }
    let orders = [Array(0..<Self.width), (0..<Self.width).reversed(), shuffled]
    let json = "[" + orders.map { "{\(members($0))}" }.joined(separator: ",") + "]"
    let result = try context.load(.text(json, as: "Wide"))
    for object in result.objects { #expect(values(object) == Array(0..<Int64(Self.width))) }
    #expect(result.count == 3)
  }

  @Test(arguments: [0, 63, 64, 127, 128, 320, 499])
  func `a key that is there twice is reported`(index: Int) throws {
    let json = "{\(members(0..<Self.width)), \"a\(index)\": 1}"
    let report = try context.loadReport(.text(json, as: "Wide"))
    #expect(report.map(\.code) == ["key.duplicate"] && report[0].property == "a\(index)")
  }

  @Test func `a record within a record has members of its own`() throws {
    let inner =
      "\"inner\": {\(members(200..<Self.width, adding: 1)), \(members(0..<200, adding: 1))}"
    let json = "{\(members(0..<300)), \(inner), \(members(300..<Self.width))}"
    try context.load(.text(json, as: "Wide"))
    let outer = try #require(context.objects(of: "Wide").first { $0.one("inner") != nil })
    #expect(values(outer) == Array(0..<Int64(Self.width)))
    #expect(values(outer.one("inner"), less: 1) == Array(0..<Int64(Self.width)))
    context.reset()
    let repeated = "{\(members([70, 1])), \(inner), \(members([1, 200, 70]))}"
    let report = try context.loadReport(.text(repeated, as: "Wide"))
    #expect(report.map(\.code) == ["key.duplicate", "key.duplicate"])
    #expect(report.map(\.property) == ["a1", "a70"])
  }

  @Test func `a record that breaks off leaves nothing behind`() throws {
    let line = "{\(members(0..<Self.width))}"
    let broken = "{\(members(0..<300)), \"inner\": {\(members(0..<100))"
    let result = try context.load(
      .text([broken, line, broken, line].joined(separator: "\n"), as: "Wide", layout: .lines),
      options: LoadOptions(onFailure: .keepValid))
    #expect(result.report.map(\.code) == ["syntax", "syntax"] && result.count == 2)
    for object in result.objects { #expect(values(object).count == Self.width) }
  }
}
