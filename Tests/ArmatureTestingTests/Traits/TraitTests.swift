import Armature
@testable import ArmatureTesting
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

private func tasks() throws -> ManagedObjectModel {
  try ManagedObjectModel("Tasks") {
    Entity("Task") {
      Attribute("id", UUID.self).default(.uuid)
      Attribute("made", Date.self).default(.now)
    }
  }
}

@Suite(.context(try tasks())) struct ContextTraitTests {
  @Test(arguments: 0..<50)
  func `each case has an empty context, a clock that stands, and counted UUIDs`(
    number: Int
  ) async throws {
    let context = Test.context
    #expect(context.registeredObjects.isEmpty)
    let task = try context.insert("Task")
    await Task.yield()
    #expect(Test.context === context)
    #expect(task.made == Date(timeIntervalSinceReferenceDate: 0))
    #expect(task.id == UUID(uuidString: "00000000-0000-8000-8000-000000000001"))
    #expect(
      try context.insert("Task").id == UUID(uuidString: "00000000-0000-8000-8000-000000000002"))
  }

  @Test(.context(try tasks(), now: Date(timeIntervalSince1970: 0)))
  func `the trait of a test goes before that of its suite`() throws {
    #expect(try Test.context.insert("Task").made == Date(timeIntervalSince1970: 0))
  }

  @Test func `a second task is refused the context`() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let context = TestContext(model: try tasks(), now: Date(timeIntervalSince1970: 0))
      await TestContext.$current.withValue(context) {
        _ = Test.context
        await withTaskGroup { group in group.addTask { _ = Test.context } }
      }
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("Test.context must be read in one task, but is read in a second one."))
  }
}

@Suite struct TraitsAloneTests {
  @Test func `without the trait there is no context`() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { () async in _ = Test.context }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("Write @Test(.context(model))."))
  }

  @Test func `without the trait the seed is 0`() throws {
    #expect(Test.seed == 0)
    #expect(ObjectGenerator(try tasks()).seed == 0)
  }

  @Test(.seed(42), arguments: 0..<3)
  func `a seed is that of the generators, too`(number: Int) throws {
    #expect(Test.seed == 42)
    #expect(ObjectGenerator(try tasks()).seed == 42)
    #expect(ObjectGenerator(try tasks(), seed: 1).seed == 1)
  }

  @Test func `a failure prints its seed`() async throws {
    let seen = Comments()
    // Handlers run from the innermost scope outwards, so this one sees the trait's additions.
    let outer = IssueHandlingTrait.compactMapIssues { issue in
      seen.set(issue.comments.map(\.rawValue))
      return nil
    }
    try await TraitScope.run(outer) {
      try await TraitScope.run(.seed(42)) { Issue.record("wrong") }
    }
    #expect(seen.all == ["wrong", "The seed was 42; repeat this with the trait .seed(42)."])
  }

  @Test func `a seed without a number is another one each time`() async throws {
    actor Seeds {
      var all: Set<UInt64> = []
      func insert(_ seed: UInt64) { all.insert(seed) }
    }
    let seeds = Seeds()
    for _ in 0..<10 {
      try await TraitScope.run(.seed()) { await seeds.insert(Test.seed) }
    }
    #expect(await seeds.all.count > 1)
  }
}

/// The comments of an issue, protected by a lock across tasks.
private final class Comments: @unchecked Sendable {
  private let lock = Lock()
  private var comments: [String] = []

  func set(_ comments: [String]) {
    lock.lock()
    defer { lock.unlock() }
    self.comments = comments
  }

  var all: [String] {
    lock.lock()
    defer { lock.unlock() }
    return comments
  }
}

/// Runs a closure like a test with a trait.
enum TraitScope {
  static func run(
    _ trait: some Trait & TestScoping, _ body: @Sendable () async throws -> Void
  ) async throws {
    let test = try #require(Test.current)
    try await trait.provideScope(for: test, testCase: Test.Case.current, performing: body)
  }
}
