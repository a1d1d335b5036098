public import Testing

/// A trait that sets the seed for random data in a test, and prints it if the test fails.
///
/// ```swift
/// @Test(.seed(42)) func `totals add up`() throws {
///   let orders = try ObjectGenerator(shop).make("Order", count: 50, in: context)
/// }
/// ```
/// If you do not pass a number, each run has a different seed. The message of a failure explains how to repeat the run
/// with the same seed.
public struct SeedTrait: TestTrait, SuiteTrait, TestScoping {
  private let seed: UInt64?

  @TaskLocal static var current: UInt64?

  fileprivate init(seed: UInt64?) { self.seed = seed }

  /// Returns true: the trait applies to each test of a suite.
  public var isRecursive: Bool { true }

  /// Runs a test case with its seed.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    var system = SystemRandomNumberGenerator()
    // A short number, since people copy it.
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
  /// Returns a trait that sets `Test.seed`.
  ///
  /// If you do not pass a number, each run has a different seed.
  public static func seed(_ seed: UInt64? = nil) -> Self { SeedTrait(seed: seed) }
}

extension Test {
  /// The seed that ``SeedTrait`` provides for the running test. The seed is 0 if the test does not have the trait.
  public static var seed: UInt64 { SeedTrait.current ?? 0 }
}
