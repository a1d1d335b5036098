public import Armature
public import Testing

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A trait that gives each test, and each case of a parameterized one, a fresh context of its own.
///
/// ```swift
/// @Test(.context(library)) func `a new book has a page`() throws {
///   let book = try Test.context.insert("Book")
/// }
/// ```
/// Nothing in it depends on the machine: the clock stands still, and UUIDs are counted from 1.
public struct ContextTrait: TestTrait, SuiteTrait, TestScoping {
  private let model: @Sendable () throws -> ManagedObjectModel
  private let now: Date

  fileprivate init(model: @escaping @Sendable () throws -> ManagedObjectModel, now: Date) {
    self.model = model
    self.now = now
  }

  /// The tests of a suite get the trait, each for itself.
  public var isRecursive: Bool { true }

  /// Runs a case with its context.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let context = TestContext(model: try model(), now: now)
    try await TestContext.$current.withValue(context) { try await function() }
  }
}

extension Trait where Self == ContextTrait {
  /// Gives each test a fresh context, which it reads as `Test.context`.
  ///
  /// - Parameters:
  ///   - model: The model; what it throws fails the test.
  ///   - now: The time for defaults of `.now` and conditions: the start of 2001 unless given.
  public static func context(
    _ model: @autoclosure @escaping @Sendable () throws -> ManagedObjectModel,
    now: Date = Date(timeIntervalSinceReferenceDate: 0)
  ) -> Self {
    ContextTrait(model: model, now: now)
  }
}

extension Test {
  /// The context that the trait ``ContextTrait`` gives the running test.
  ///
  /// Reading it without the trait, or in another task than the one that read it first, is a
  /// programmer error and traps: a context belongs to one task.
  public static var context: ManagedObjectContext {
    guard let current = TestContext.current else {
      programmerError(
        "Test.context must be read in a test with the trait .context(model), but there is none."
          + " Write @Test(.context(model)).")
    }
    return current.context()
  }
}

extension ManagedObjectContext {
  /// A context whose clock stands still and whose UUIDs are counted.
  static func forTesting(_ model: ManagedObjectModel, now: Date) -> ManagedObjectContext {
    var count: UInt64 = 0
    return ManagedObjectContext(model: model, now: { now }) {
      count += 1
      return UUID(counted: count)
    }
  }
}

extension UUID {
  /// The UUID of a number, of version 8, which is free for any use:
  /// `00000000-0000-8000-8000-000000000001`.
  fileprivate init(counted number: UInt64) {
    let high: UInt64 = 0x8000
    let low = 1 << 63 | number & ~(3 << 62)
    // Sixteen bytes either way, and every pattern of them is a `uuid_t`.
    self = withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) {
      UUID(uuid: $0.loadUnaligned(as: uuid_t.self))
    }
  }
}
