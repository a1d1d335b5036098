import Foundation
import Testing

@testable import Armature
@testable import ArmatureTesting

@Suite struct StoreConformanceTests {
  @Test(arguments: StoreCheck.allCases, [1, 2] as [UInt64])
  func `a store in memory does what stores must`(_ check: StoreCheck, _ seed: UInt64) async {
    await expectConformance(
      StoreConformance(seed: seed, count: 120, makeStore: { InMemoryStore() }), [check])
  }

  /// Contexts as parents have no versions, and belong to one task.
  @Test func `a context does for its children what stores must, but for versions`() async throws {
    let conformance = StoreConformance(count: 60) {
      ParentStore(ManagedObjectContext(model: try ConformanceModel.model()))
    }
    let checks = Set(StoreCheck.allCases).subtracting([.conflicts, .tasks])
    let findings = await conformance.findings(checks.sorted { $0.rawValue < $1.rawValue })
    let others = findings.filter { $0.rule != .version && $0.rule != .conflict }
    #expect(others.isEmpty, "\(others.map(\.description).joined(separator: "\n"))")
  }

  @Test(arguments: StoreFlaw.all.indices)
  func `each rule that a store breaks is found`(_ index: Int) async {
    let (flaw, check, rule) = StoreFlaw.all[index]
    let findings = await StoreConformance(count: 60) { FlawedStore(flaw) }.findings([check])
    #expect(
      findings.contains { $0.rule == rule && $0.check == check },
      "\(flaw): \(findings.map(\.description).joined(separator: "\n"))")
  }

  /// The limit ends the case that would wait forever.
  @Test(
    .timeLimit(.minutes(10)),
    arguments: [
      .oneVersion, .frozenVersions, .oldVersions, .lastWins, .firstConflict, .strangeConflict,
      .conflictsWithoutRows, .lostValues, .lostLinks, .goneDeletions, .ignoredLimit,
    ] as [StoreFlaw])
  func `whatever is wrong with versions and conflicts, all checks come to an end`(
    flaw: StoreFlaw
  ) async {
    let findings = await StoreConformance(count: 20) { FlawedStore(flaw) }.findings()
    #expect(!findings.isEmpty)
  }

  @Test func `data that are lost, or keys that come again, are found when a store is opened again`()
    async
  {
    let make: @Sendable () throws -> any PersistentStore = { InMemoryStore() }
    let kept = StoreConformance(count: 30, reopen: { $0 }, makeStore: make)
    #expect(await kept.findings([.reopening]).isEmpty)
    let forgetful = StoreConformance(
      count: 30, reopen: { InMemoryStore(identifier: $0.identifier) }, makeStore: make)
    #expect(
      Set(await forgetful.findings([.reopening]).map(\.rule)).isSuperset(of: [.commit, .keys]))
    let other = StoreConformance(count: 30, reopen: { _ in InMemoryStore() }, makeStore: make)
    #expect(await other.findings([.reopening]).map(\.rule).contains(.identifier))
    #expect(await StoreConformance(makeStore: make).findings([.reopening]).isEmpty)
  }

  @Test func `there is a store for each rule that breaks it`() {
    #expect(Set(StoreFlaw.all.map(\.rule)) == Set(StoreRule.allCases))
    #expect(
      Set(StoreFlaw.all.map(\.check)) == Set(StoreCheck.allCases).subtracting([.reopening]))
  }

  @Test func `a finding says what was done, what must be, what is, and why`() async throws {
    let findings = await StoreConformance { FlawedStore(.fewKeys) }.findings([.keys])
    #expect(
      try #require(findings.first).description == """
        keys: 7 keys are reserved.
          expected: 7 keys
          found: 6
          rule: "The requested number of consecutive keys, all above 0."
        """)
  }

  @Test func `an expectation records each finding at its line`() async throws {
    nonisolated(unsafe) var texts: [String] = []
    let line = #line + 2
    await withKnownIssue {
      await expectConformance(StoreConformance { FlawedStore(.fewKeys) }, [.keys], "why")
    } matching: { issue in
      texts.append(issue.comments.map(\.rawValue).joined())
      return issue.sourceLocation?.line == line
    }
    #expect(texts.count == 1 && texts[0].hasPrefix("why\nThe store violates a rule for stores"))
  }

  /// The texts of rules equal the protocol's documentation, so that neither changes alone.
  @Test(arguments: StoreRule.allCases) func `each rule stands in the documentation`(
    _ rule: StoreRule
  ) throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let texts = try ["PersistentStore", "StoreReader", "StoreRow"].map { name in
      try String(
        contentsOf: root.appending(path: "Sources/Armature/Store/\(name).swift"), encoding: .utf8)
    }
    let words = texts.joined(separator: "\n").replacing("///", with: " ")
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let isThere = words.contains(rule.rawValue)
    #expect(isThere)
  }

  @Test func `each condition finds some rows and leaves out others, each order moves some`() throws
  {
    let probe = try StoreProbe(.requests, opening: InMemoryStore())
    let stock = ConformanceStock(probe)
    stock.insert(&probe.rows)
    for condition in RequestCase.all(probe.rows, stock)
    where ![.constant(true), .constant(false)].contains(condition.predicate) {
      let keys = probe.rows.keys(ofKind: condition.entity)
      let found = keys.filter { condition.holds(PlainItem(probe.rows, $0)) }
      let isAll = "\(condition.predicate)" == "title CONTAINS \"\""
      #expect(!found.isEmpty, "\(condition.predicate)")
      #expect((found.count == keys.count) == isAll, "\(condition.predicate)")
    }
    for order in OrderCase.all where !order.orders.isEmpty {
      let keys = probe.rows.keys(ofKind: order.entity)
      #expect(order.sorted(keys, probe.rows) != keys, "\(order.orders)")
    }
  }

  @Test func `findings are the same for the same seed`() async {
    let conformance = StoreConformance(seed: 5, count: 40) { FlawedStore(.shortLists) }
    let (one, other) = (
      await conformance.findings([.transactions]), await conformance.findings([.transactions])
    )
    #expect(one.map(\.action) == other.map(\.action) && !one.isEmpty)
  }
}
