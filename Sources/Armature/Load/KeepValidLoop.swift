import ArmatureModel

/// Keeps what is valid where other records are not.
///
/// It loads in rounds: each leaves out what the one before found invalid, until nothing is. A round
/// starts from the texts again. Taking single objects out would have to give back what they took from
/// others: a to-one link that went to the wrong object, a place in an order. An object that is invalid
/// beside others waits until those that are so by themselves are gone: it may be a duplicate of one of
/// them only.
struct KeepValidLoop {
  private let context: ManagedObjectContext
  private let options: LoadOptions
  private let texts: LoadTexts
  private var skipped: Set<LoadPlace> = []
  private var identities: Set<ScopedIdentity> = []
  /// How many records of each entity were left out.
  private var leftOut: [String: Int] = [:]
  private var found = FoundFailures()

  /// Data decides how many rounds there must be, as where each object must have a next one.
  private static let roundLimit = 32

  init(_ context: ManagedObjectContext, _ options: LoadOptions, _ texts: LoadTexts) {
    self.context = context
    self.options = options
    self.texts = texts
  }

  /// Loads what is valid; after very many rounds the load has failed.
  mutating func run() throws -> LoadResult {
    var surplus: FailureCollector.Surplus?
    var options = options
    var round = LoadRound(context, options, texts)
    options.progress = nil
    for _ in 1...Self.roundLimit {
      round.run()
      let state = round.state
      let rejected = state.failures.hasBrokenDocument ? [] : InvalidRecords(round).find()
      if rejected.isEmpty {
        state.failures.append(found.missing(in: state.failures.list), surplus: surplus)
        let report = round.report()
        // Where the records of broken JSON end is not known, nor what they were meant to say.
        guard !state.failures.hasBrokenDocument else {
          state.objects.undo()
          throw report
        }
        return LoadResult(
          context: context, made: state.objects.keep(), report: report, leftOut: leftOut)
      }
      round.locateOthers()
      found.add(state, rejected: rejected)
      for record in rejected { leaveOut(record, state) }
      state.objects.undo()
      surplus = surplus ?? state.failures.surplus
      round = LoadRound(context, options, texts, skipping: skipped, leavingOut: identities)
    }
    round.state.failures.append(found.missing(in: []), surplus: surplus)
    throw round.report()
  }

  private mutating func leaveOut(_ record: Int, _ state: LoadState) {
    skipped.insert(state.objects[record].place)
    guard let object = state.objects.object(at: record) else { return }
    leftOut[object.runtime.entity.name, default: 0] += 1
    if let (_, value) = state.identity(of: object) {
      let scope = state.plans[object].identityScope
      identities.insert(ScopedIdentity(scope: scope, key: IdentityKey(value)))
    }
  }
}

/// The failures of earlier rounds; most of them show up again in the next, and count once.
private struct FoundFailures {
  private struct Key: Hashable {
    let place: LoadPlace
    let code: String
    let keyPath: [String]

    init(_ located: LocatedFailure) {
      place = located.place
      code = located.failure.code
      keyPath = located.failure.keyPath
    }
  }

  private var failures: [LocatedFailure] = []
  private var keys: Set<Key> = []

  /// Adds all errors, and the warnings about records that are left out; the others come again.
  mutating func add(_ state: LoadState, rejected: [Int]) {
    let rejected = Set(rejected)
    for var located in state.failures.list {
      let isLeftOut = located.record.map(rejected.contains) ?? false
      guard located.failure.severity == .error || isLeftOut else { continue }
      guard keys.insert(Key(located)).inserted else { continue }
      // The object will be gone, and its record have another position.
      located.failure.label = located.record.flatMap(state.objects.object(at:))?.label
      located.failure.objectID = nil
      located.record = nil
      failures.append(located)
    }
  }

  /// Those that are not among the failures of the last round.
  func missing(in last: [LocatedFailure]) -> [LocatedFailure] {
    let known = Set(last.map(Key.init))
    return failures.filter { !known.contains(Key($0)) }
  }
}
