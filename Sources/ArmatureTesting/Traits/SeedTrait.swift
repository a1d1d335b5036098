public import Testing

/// A trait that sets the seed of what a test makes at random, and prints it when the test fails.
///
/// ```swift
/// @Test(.seed(42)) func `totals add up`() throws {
///   let orders = try ObjectGenerator(shop).make("Order", count: 50, in: context)
/// }
/// ```
/// Without a number each run has a seed of its own; the message of a failure says how to repeat it.
public struct SeedTrait: TestTrait, SuiteTrait, TestScoping {
  private let seed: UInt64?

  @TaskLocal static var current: UInt64?

  fileprivate init(seed: UInt64?) { self.seed = seed }

  /// The tests of a suite get the trait, each for itself.
  public var isRecursive: Bool { true }

  /// Runs a case with its seed.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    var system = SystemRandomNumberGenerator()
    // Few digits, since people copy them.
    let seed = seed ?? system.next() % 1_000_000
    let printing = IssueHandlingTrait.compactMapIssues { issue in
      var issue = issue
      issue.comments.append("The seed was \(seed); repeat this with the trait .seed(\(seed)).")
      return issue
    }
    try await printing.provideScope(for: test, testCase: testCase) {
      try await SeedTrait.$current.withValue(seed) { try await function() }
    }
  }
}

extension Trait where Self == SeedTrait {
  /// Sets the seed, another one in each run unless given; `Test.seed` reads it.
  public static func seed(_ seed: UInt64? = nil) -> Self { SeedTrait(seed: seed) }
}

extension Test {
  /// The seed that the trait ``SeedTrait`` gives the running test; 0 without the trait.
  public static var seed: UInt64 { SeedTrait.current ?? 0 }
}
