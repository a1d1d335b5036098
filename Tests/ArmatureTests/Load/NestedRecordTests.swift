@testable import Armature
import Testing

/// Nested records, and links that are resolved at the end.
@Suite struct NestedRecordTests {
  private let model: ManagedObjectModel

  init() throws {
    model = try ManagedObjectModel("Trees") {
      Entity("Tag") { Attribute("name", String.self).identifying() }
      Entity("Node") {
        Attribute("number", Int.self)
        Relationship("parent", to: "Node", inverse: "children")
        Relationship("children", to: "Node", .ordered, inverse: "parent", onDelete: .cascade)
        Relationship("tags", to: "Tag", .ordered)
      }
    }
  }

  private func round(
    _ text: String, _ options: LoadOptions = LoadOptions(), layout: LoadSource.Layout = .document
  ) -> LoadRound {
    let input = LoadTexts.Input(text: JSONText(text), layout: layout, entity: "Node")
    return LoadRound(ManagedObjectContext(model: model), options, LoadTexts([input]))
  }

  private func numbers(_ nodes: [ManagedObject]?) -> [Int64] {
    (nodes ?? []).compactMap { if case .int(let number) = $0["number"] { number } else { nil } }
  }

  private func tags(_ node: ManagedObject?) -> [AttributeValue] {
    (node?.many("tags") ?? []).map { $0["name"] ?? .null }
  }

  @Test func `very many records in one parent are one link, and come back in their order`() throws {
    let count = 80_000
    let text =
      "{\"number\": -1, \"children\": ["
      + (0..<count).map { "{\"number\": \($0)}" }.joined(separator: ",") + "]}"
    let round = round(text)
    try round.run()
    // Each end is stored once, regardless of the number of siblings.
    #expect(round.reader.links.links.count == 1 && round.reader.links.ends.count == count)
    #expect(round.report().isEmpty)
    let root = try #require(round.state.objects.object(at: 0))
    #expect(numbers(root.many("children")) == Array(0..<Int64(count)))
  }

  @Test func `references before, between and within nested records go to their own records`() throws
  {
    let context = ManagedObjectContext(model: model)
    try context.load(
      .text(
        """
        {"Tag": [{"name": "a"}, {"name": "b"}, {"name": "c"}],
         "Node": {"number": 0, "tags": ["c", {"name": "d"}, "a"], "children": [
           {"number": 1, "tags": ["b"], "children": [
             {"number": 2, "tags": ["a", "b"]}, {"children": [], "number": 3, "tags": []},
             {"number": 4, "children": [{"tags": ["d", "c"], "number": 5}], "tags": ["b", "a"]}]},
           {"tags": ["a"], "number": 6}]}}
        """))
    let nodes = context.objects(of: "Node").sorted { numbers([$0])[0] < numbers([$1])[0] }
    #expect(
      nodes.map { numbers($0.many("children")) } == [[1, 6], [2, 3, 4], [], [], [5], [], []])
    #expect(
      nodes.map(tags)
        == [["c", "d", "a"], ["b"], ["a", "b"], [], ["b", "a"], ["d", "c"], ["a"]])
    #expect(brokenInvariants(of: context).isEmpty)
  }

  @Test func `a line that breaks off in a nested record leaves no ends to the next line`() throws {
    let text = """
      {"number": 0, "tags": [{"name": "a"}, {"name": "b"}], "children": [{"number": 1, "tags": [{"name": "x"},
      {"number": 2, "tags": [{"name": "c"}], "children": [{"number": 3}]}
      """
    let round = round(text, LoadOptions(onFailure: .keepValid), layout: .lines)
    try round.run()
    #expect(round.state.failures.list.map(\.failure.code) == ["syntax"])
    #expect(round.reader.links.ends.count == 2 + 1 + 1)
    let result = try ManagedObjectContext(model: model).load(
      .text(text, as: "Node", layout: .lines), options: LoadOptions(onFailure: .keepValid))
    #expect(result.counts == ["Node": 2, "Tag": 1])
    let node = result.objects.first { $0["number"] == 2 }
    #expect(tags(node) == ["c"] && numbers(node?.many("children")) == [3])
  }

  @Test func `identities are told apart by their bytes`() throws {
    let context = ManagedObjectContext(model: model)
    let (composed, decomposed) = ("\u{E9}", "e\u{301}")
    try context.load(
      .text(
        """
        {"Tag": [{"name": "\(composed)"}, {"name": "\(decomposed)"}],
         "Node": {"number": 1, "tags": ["\(decomposed)", "\\u00e9"]}}
        """))
    let found = tags(context.objects(of: "Node").first)
    #expect(found == [.string(decomposed), .string(composed)])
    #expect(IdentityKey.text(composed) != IdentityKey.text(decomposed))
    #expect(IdentityKey.text("1") != IdentityKey.int(1))
  }
}
