import ArmatureModel

/// Loads the valid records from data in which some records are invalid.
///
/// The loop reads all texts in several rounds. Each round leaves out the records that the previous round found to be
/// invalid, and the loop ends when all remaining records are valid. Removing the invalid objects from the context
/// instead would be harder, because their links have already changed other objects and the order of lists.
///
/// The loop leaves out records with invalid values before it looks at duplicates. If a record duplicates only an
/// invalid record, it can then be kept.
struct KeepValidLoop {
  private let context: ManagedObjectContext
  private let options: LoadOptions
  private let texts: LoadTexts
  private var skipped: Set<LoadPlace> = []
  private var identities: Set<ScopedIdentity> = []
  /// The number of records left out, by entity.
  private var leftOut: [String: Int] = [:]
  private var found = FoundFailures()

  /// A bound on the rounds, which data would otherwise decide: for example by a chain of objects that need the next
  /// one.
  private static let roundLimit = 32

  init(_ context: ManagedObjectContext, _ options: LoadOptions, _ texts: LoadTexts) {
    self.context = context
    self.options = options
    self.texts = texts
  }

  /// Loads the valid records; fails after too many rounds.
  ///
  /// - Returns: The result, and the last round.
  mutating func run() throws -> (result: LoadResult, round: LoadRound) {
    var surplus: FailureCollector.Surplus?
    var options = options
    var round = LoadRound(context, options, texts)
    options.progress = nil
    for _ in 1...Self.roundLimit {
      try round.run()
      let state = round.state
      let rejected = state.failures.hasBrokenDocument ? [] : InvalidRecords(round).find()
      if rejected.isEmpty {
        state.failures.append(found.missing(in: state.failures.list), surplus: surplus)
        let report = round.report()
        // In broken JSON, the ends of records are unknown.
        guard !state.failures.hasBrokenDocument else {
          state.objects.undo()
          throw report
        }
        return (LoadResult(state, report, leftOut: leftOut), round)
      }
      round.locateOthers()
      found.add(state, rejected: rejected)
      let numbers = Dictionary(
        round.reader.links.numbered.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
      for record in rejected { leaveOut(record, state, numbers[record]) }
      state.objects.undo()
      surplus = surplus ?? state.failures.surplus
      round = LoadRound(context, options, texts, skipping: skipped, leavingOut: identities)
    }
    round.state.failures.append(found.missing(in: []), surplus: surplus)
    throw round.report()
  }

  private mutating func leaveOut(_ record: Int, _ state: LoadState, _ number: IdentityKey?) {
    skipped.insert(state.objects[record].place)
    guard let object = state.objects.object(at: record) else { return }
    leftOut[object.runtime.entity.name, default: 0] += 1
    let keys = [number, state.identity(of: object).map { IdentityKey($0.value) }]
    for key in keys.compactMap(\.self) {
      // A reference to the record may name any of these entities.
      for entity in context.runtime.tree.lineage(of: object.runtime.entity.name) {
        guard let scope = context.runtime.index(of: entity.name) else { continue }
        identities.insert(ScopedIdentity(scope: scope, key: key))
      }
    }
  }
}

/// The failures of earlier rounds. Most occur again in the next round, and count once.
private struct FoundFailures {
  private struct Key: Hashable {
    let place: LoadPlace
    let code: String
    let keyPath: [String]
    /// The number of earlier failures with the same place, code and path: those of other rules.
    var number = 0

    init(_ located: LocatedFailure) {
      place = located.place
      code = located.failure.code
      keyPath = located.failure.keyPath
    }

    /// Returns the keys that distinguish the failures of a round.
    static func keys(of failures: [LocatedFailure]) -> [Key] {
      var counts: [Key: Int] = [:]
      return failures.map { located in
        var key = Key(located)
        let number = counts[key, default: 0]
        counts[key] = number + 1
        key.number = number
        return key
      }
    }
  }

  private var failures: [(key: Key, located: LocatedFailure)] = []
  private var keys: Set<Key> = []

  /// Adds all errors, and the warnings about records left out. The next round finds the other warnings again.
  mutating func add(_ state: LoadState, rejected: [Int]) {
    let rejected = Set(rejected)
    for (var located, key) in zip(state.failures.list, Key.keys(of: state.failures.list)) {
      let isLeftOut = located.record.map(rejected.contains) ?? false
      guard located.failure.severity == .error || isLeftOut else { continue }
      guard keys.insert(key).inserted else { continue }
      // The next round does not have this object, and numbers the records differently.
      let object = located.record.flatMap(state.objects.object(at:))
      located.failure.label = object?.label
      located.failure.objectID = object.flatMap { state.objects.isNew($0) ? nil : $0.objectID }
      located.record = nil
      failures.append((key, located))
    }
  }

  /// Returns the failures that do not occur in the last round.
  func missing(in last: [LocatedFailure]) -> [LocatedFailure] {
    let known = Set(Key.keys(of: last))
    return failures.filter { !known.contains($0.key) }.map(\.located)
  }
}
