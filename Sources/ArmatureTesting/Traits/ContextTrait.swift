public import Armature
public import Testing

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A trait that provides each test, and each case of a parameterized test, with a new context.
///
/// ```swift
/// @Test(.context(library)) func `a new book has a page`() throws {
///   let book = try Test.context.insert("Book")
/// }
/// ```
/// Each run of the test gives the same results: the clock of the context stands still, and its UUIDs are numbered from
/// 1.
public struct ContextTrait: TestTrait, SuiteTrait, TestScoping {
  private let model: @Sendable () throws -> ManagedObjectModel
  private let now: Date

  fileprivate init(model: @escaping @Sendable () throws -> ManagedObjectModel, now: Date) {
    self.model = model
    self.now = now
  }

  /// Returns true: each test of a suite gets its own context.
  public var isRecursive: Bool { true }

  /// Runs a test case with its context.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let context = TestContext(model: try model(), now: now)
    try await TestContext.$current.withValue(context) { try await function() }
  }
}

extension Trait where Self == ContextTrait {
  /// Returns a trait that provides each test with a new context, `Test.context`.
  ///
  /// - Parameters:
  ///   - model: The model. If the expression throws an error, the test fails.
  ///   - now: The time for the default value `.now` and for predicates. The default is the start of 2001.
  public static func context(
    _ model: @autoclosure @escaping @Sendable () throws -> ManagedObjectModel,
    now: Date = Date(timeIntervalSinceReferenceDate: 0)
  ) -> Self {
    ContextTrait(model: model, now: now)
  }
}

extension Test {
  /// The context that ``ContextTrait`` provides for the running test.
  ///
  /// It is a programmer error, and traps, if the test does not have the trait. A context belongs to one task, so it
  /// also traps if you read the context in a different task than the first time.
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
  /// Returns a context with a stopped clock and counted UUIDs.
  static func forTesting(_ model: ManagedObjectModel, now: Date) -> ManagedObjectContext {
    var count: UInt64 = 0
    return ManagedObjectContext(model: model, now: { now }) {
      count += 1
      return UUID(counted: count)
    }
  }
}

extension UUID {
  /// Creates a UUID from a number, in version 8, which is free for any use: `00000000-0000-8000-8000-000000000001`.
  fileprivate init(counted number: UInt64) {
    let high: UInt64 = 0x8000
    let low = 1 << 63 | number & ~(3 << 62)
    // Both types have sixteen bytes, and every pattern is a valid `uuid_t`.
    self = withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) {
      UUID(uuid: $0.loadUnaligned(as: uuid_t.self))
    }
  }
}

/// The context of a test, created on first use.
///
/// `@unchecked Sendable`: the lock guards the owner, and only the task that is the owner receives the context.
final class TestContext: @unchecked Sendable {
  @TaskLocal static var current: TestContext?

  private let model: ManagedObjectModel
  private let now: Date
  private let lock = Lock()
  private var made: (context: ManagedObjectContext, owner: Int?)?

  init(model: ManagedObjectModel, now: Date) {
    self.model = model
    self.now = now
  }

  func context() -> ManagedObjectContext {
    let task = withUnsafeCurrentTask { $0?.hashValue }
    lock.lock()
    defer { lock.unlock() }
    if let made {
      guard made.owner == task else {
        programmerError(
          "Test.context must be read in one task, but is read in a second one. Make a context for"
            + " each task: ManagedObjectContext(model: …).")
      }
      return made.context
    }
    let context = ManagedObjectContext.forTesting(model, now: now)
    made = (context, task)
    return context
  }
}
