import ArmatureModel

/// Finds objects by identifying value, in the context and among new records.
struct IdentityIndex {
  private let state: LoadState
  /// The identifying strings of objects, sorted, by the entity that declares the identity.
  private var names: [Int: [String]] = [:]
  /// The remaining number of comparisons for suggestions: a million broken references must not take a million times
  /// as long as one.
  private var comparisons = 200_000
  /// The maximum number of strings compared for a suggestion.
  private static let suggestionLimit = 10_000

  init(_ state: LoadState) { self.state = state }

  /// Reports the new objects with an identity that is taken.
  func checkRecords() {
    findNamesakes()
    guard state.objects.hasConflicts else { return }
    for record in state.objects.indices where state.objects.isFirst(record) {
      guard let object = state.objects.object(at: record),
        let first = state.objects.first(like: object), let member = state.plans[object].identity
      else { continue }
      state.failures.add(
        .duplicateIdentity(of: first.failureObject), entity: object.runtime.entity.name,
        record: record, object: object, keyPath: [member.name], value: member.value(of: object),
        at: state.place(of: [member.name], in: record))
    }
  }

  /// Looks up the saved objects with the identities of records.
  private func findNamesakes() {
    // A load that updates objects has found them while reading the records.
    guard state.objects.hasStore, !state.objects.updates else { return }
    var taken: [Int: [AttributeValue]] = [:]
    for record in state.objects.indices {
      guard let object = state.objects.object(at: record),
        let value = state.identity(of: object)?.value
      else { continue }
      taken[state.plans[object].identityScope, default: []].append(value)
    }
    for (scope, values) in taken {
      state.objects.find(values, ofEntityAt: scope, trustsPending: false)
    }
  }

  /// Returns the object of an entity with an identity.
  func object(_ key: IdentityKey, of plan: RecordPlan) -> ManagedObject? {
    state.objects.object(ofEntityAt: plan.identityScope, identifiedBy: key.value)
  }

  /// Returns the most similar identity.
  mutating func suggestion(for key: IdentityKey, of plan: RecordPlan) -> String? {
    guard case .text(let text) = key else { return nil }
    let names = sortedNames(plan)
    guard !names.isEmpty, names.count <= min(Self.suggestionLimit, comparisons) else { return nil }
    comparisons -= names.count
    return nearMiss(text, in: names)
  }

  private mutating func sortedNames(_ plan: RecordPlan) -> [String] {
    if let known = names[plan.identityScope] { return known }
    // Sorted once; empty for too many to compare.
    let all = state.objects.all(of: state.plans[plan.identityScope].name)
    let sorted =
      all.count > Self.suggestionLimit
      ? []
      : all.compactMap { state.identity(of: $0).flatMap { String(attributeValue: $0.value) } }
        .sorted()
    names[plan.identityScope] = sorted
    return sorted
  }
}
