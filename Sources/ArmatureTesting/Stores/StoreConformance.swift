public import Armature
public import ArmatureModel

/// A suite of checks for a custom store.
///
/// The suite checks all requirements of `PersistentStore`. Run it in a test if you write your own store.
///
/// ```swift
/// @Test func `the store does what stores must`() async {
///   await expectConformance(StoreConformance { InMemoryStore() }, [.identity, .keys])
/// }
/// ```
/// By default, all parts of the suite run. Each part uses a new, empty store. The model of the suite has all kinds of
/// relationships and all types of attributes. The suite compares the results of the store with dictionaries, and the
/// results of each predicate with an equivalent closure. The same seed produces the same checks.
public struct StoreConformance: Sendable {
  /// Creates a new, empty store that is not open.
  private let makeStore: @Sendable () throws -> any PersistentStore
  /// Creates a store with the data of another one. The new store is not open.
  private let reopen: (@Sendable (any PersistentStore) throws -> any PersistentStore)?
  /// Returns the value that the store keeps for a value.
  private let kept: @Sendable (AttributeValue) -> AttributeValue?
  /// The seed for random numbers.
  public var seed: UInt64
  /// The number of random transactions, and of random edits in contexts.
  public var count: Int

  /// Creates a suite for the stores that a closure creates.
  ///
  /// To check that data survive, pass the closure `reopen`. It receives a store after its last use, and returns another
  /// store with the same data.
  ///
  /// If the store cannot represent every value exactly, pass the closure `kept`. It returns the nearest value that the
  /// store can represent, or `nil` if the store rejects the value with a report. Without this closure, the store must
  /// keep each value unchanged.
  public init(
    seed: UInt64 = 1, count: Int = 200,
    kept: @escaping @Sendable (AttributeValue) -> AttributeValue? = { $0 },
    reopen: (@Sendable (any PersistentStore) throws -> any PersistentStore)? = nil,
    makeStore: @escaping @Sendable () throws -> any PersistentStore
  ) {
    self.seed = seed
    self.count = count
    self.reopen = reopen
    self.kept = kept
    self.makeStore = makeStore
  }

  /// Runs the checks and returns the violations of the store.
  ///
  /// The result contains at most one violation for each part and rule.
  ///
  /// - Complexity: O(*n*²) in ``count``, which takes a few seconds for a store in memory.
  public func findings(_ checks: [StoreCheck] = StoreCheck.allCases) async -> [StoreFinding] {
    var findings: [StoreFinding] = []
    for check in checks { findings += await self.findings(of: check) }
    return findings
  }

  private func findings(of check: StoreCheck) async -> [StoreFinding] {
    if check == .reopening, reopen == nil { return [] }
    let probe: StoreProbe
    do {
      probe = try StoreProbe(check, opening: makeStore(), kept)
    } catch {
      return [
        StoreFinding(
          check: check, rule: .opening, action: "A store is made and opened.",
          expected: "it is open", found: "it is not: it throws \(error)")
      ]
    }
    switch check {
    case .identity: probe.checkIdentity(makeStore)
    case .keys: probe.checkKeys()
    case .commits: probe.checkCommits()
    case .requests: probe.checkRequests()
    case .values: probe.checkValues()
    case .conflicts: probe.checkConflicts()
    case .uniqueness: probe.checkUniqueness()
    case .transactions: probe.checkTransactions(seed: seed, count: count)
    case .contexts: probe.checkContexts(seed: seed, count: count)
    case .history: probe.checkHistory(seed: seed, count: count)
    case .tasks: await probe.checkTasks()
    case .reopening:
      if let reopen { probe.checkReopening(seed: seed, count: count, reopen) }
    }
    return probe.findings
  }
}
