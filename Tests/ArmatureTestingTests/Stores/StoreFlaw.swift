@testable import ArmatureTesting

/// A flaw of a store.
enum StoreFlaw: Hashable, Sendable {
  case newIdentifiers, oneIdentifier, staysClosed
  case repeatedKeys, keysFromZero, fewKeys, keysOfTasks
  case ignoredLimit, ignoredOffset, ignoredPredicate, ignoredOrder, everySubentity, noSubentities
  case pendingOnly, reversedRows, oldVersions, countedPages
  case firstRows, listsInRows, lostLinks
  case newStates, overlookedOrders
  /// The values of a sample attribute come back changed.
  case altered(String)
  case reversedLists, shortLists, oneWayOnly
  case oneTask, duplicates, strangeError, strangeReport, halfCommits
  case rejectedDeletions, lostDeletions, lostValues, addedAtEnd
  case clearedGuards
  case staleLists, goneDeletions, lastWins
  case oneVersion, frozenVersions, countedLists, versionsOfDeleted, surplusVersions
  case standingToken, ownChanges, namelessHistory
  case firstConflict, conflictsWithoutRows, strangeConflict

  /// The flaws, with the check that finds each and the rule that it breaks.
  static let all: [(flaw: StoreFlaw, check: StoreCheck, rule: StoreRule)] =
    [
      (.newIdentifiers, .identity, .identifier), (.oneIdentifier, .identity, .identifier),
      (.staysClosed, .identity, .opening), (.repeatedKeys, .keys, .keys),
      (.keysFromZero, .keys, .keyCount), (.fewKeys, .keys, .keyCount),
      (.keysOfTasks, .tasks, .keys), (.ignoredLimit, .requests, .fetch),
      (.ignoredOffset, .requests, .fetch), (.ignoredPredicate, .requests, .fetch),
      (.ignoredOrder, .requests, .fetch), (.everySubentity, .requests, .fetch),
      (.noSubentities, .requests, .fetch), (.pendingOnly, .requests, .fetch),
      (.reversedRows, .requests, .fetch), (.oldVersions, .requests, .versions),
      (.countedPages, .requests, .count),
      (.newStates, .commits, .reader), (.overlookedOrders, .requests, .prepared),
      (.firstRows, .commits, .rows),
      (.listsInRows, .commits, .rows), (.lostLinks, .commits, .values),
      (.reversedLists, .commits, .linkOrder), (.shortLists, .commits, .links),
      (.oneWayOnly, .commits, .links), (.oneTask, .tasks, .tasks),
      (.duplicates, .uniqueness, .uniqueness), (.strangeError, .uniqueness, .uniqueness),
      (.strangeReport, .uniqueness, .uniqueness), (.halfCommits, .conflicts, .refusal),
      (.halfCommits, .uniqueness, .refusal), (.rejectedDeletions, .commits, .commit),
      (.lostDeletions, .commits, .commit), (.lostValues, .commits, .values),
      (.addedAtEnd, .commits, .linkOrder), (.staleLists, .conflicts, .lists),
      (.clearedGuards, .conflicts, .guarded),
      (.goneDeletions, .conflicts, .deletion), (.lastWins, .conflicts, .conflict),
      (.oneVersion, .commits, .version), (.frozenVersions, .commits, .versions),
      (.frozenVersions, .tasks, .tasks), (.countedLists, .commits, .lists),
      (.versionsOfDeleted, .commits, .versions), (.surplusVersions, .commits, .versions),
      (.firstConflict, .conflicts, .conflict), (.conflictsWithoutRows, .conflicts, .conflict),
      (.strangeConflict, .conflicts, .conflict), (.lastWins, .transactions, .conflict),
      (.duplicates, .transactions, .uniqueness), (.lostLinks, .transactions, .values),
      (.halfCommits, .transactions, .refusal), (.shortLists, .transactions, .links),
      (.standingToken, .history, .token), (.ownChanges, .history, .others),
      (.namelessHistory, .history, .history),
      (.lastWins, .contexts, .conflict), (.lostLinks, .contexts, .values),
      (.reversedLists, .contexts, .linkOrder), (.staleLists, .contexts, .lists),
    ] + SampleValues.all.map { (.altered($0.name), .values, .values) }
}
