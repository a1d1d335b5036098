public import Armature
public import ArmatureModel

/// Checks a store of your own against everything that `PersistentStore` says.
///
/// ```swift
/// @Test func `the store does what stores must`() async {
///   await expectConformance(StoreConformance { InMemoryStore() }, [.identity, .keys])
/// }
/// ```
/// Without a list of parts all are checked. Each part of the suite has a new, empty store, and a model of
/// its own, with relationships of every kind and attributes of every type. What the store does is
/// compared with dictionaries that do the same, and with what is written beside each condition as a
/// closure. The same seed does the same.
public struct StoreConformance: Sendable {
  /// What makes a new, empty store that is not open yet.
  private let makeStore: @Sendable () throws -> any PersistentStore
  /// What gives the data of a store to another one that is not open yet.
  private let reopen: (@Sendable (any PersistentStore) throws -> any PersistentStore)?
  /// What the store makes of a value.
  private let kept: @Sendable (AttributeValue) -> AttributeValue?
  /// Where random numbers start.
  public var seed: UInt64
  /// How many random transactions, and random edits of contexts, there are.
  public var count: Int

  /// Describes how stores are made.
  ///
  /// `reopen` gets a store that is not used any more, and makes another one over the same data; without
  /// it nothing is opened again. `kept` says what a store of another system makes of a value: the nearest one that
  /// it has, or `nil` where it refuses the value with a report. All other stores keep every value as it is.
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

  /// What the store does otherwise than it must: for each part and each rule the first that was found.
  ///
  /// - Complexity: O(*n*²) in ``count``: a few seconds for a store in memory.
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
