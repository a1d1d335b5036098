import ArmatureModel

/// Finds objects by the value that identifies them, in the context and among new records.
struct IdentityIndex {
  private let state: LoadState
  /// By the position of the entity that declares the identity, then by value.
  private var objects: [[IdentityKey: ManagedObject]]
  /// The texts that identify objects, sorted, by the entity that declares the identity.
  private var names: [Int: [String]] = [:]
  /// How many texts may still be compared for suggestions: a million broken references must not
  /// take a million times as long as one.
  private var comparisons = 200_000
  /// How many texts are compared for a suggestion.
  private static let suggestionLimit = 10_000

  /// Knows the objects that were there before the load.
  init(_ state: LoadState) {
    self.state = state
    objects = Array(repeating: [:], count: state.plans.model.entities.count)
    for object in state.objects.older { _ = add(object) }
  }

  /// Adds the new objects, and reports those whose identity is taken.
  mutating func addRecords() {
    for record in state.objects.indices {
      guard let object = state.objects.object(at: record), let first = add(object),
        let (member, value) = state.identity(of: object)
      else { continue }
      state.failures.add(
        .duplicateIdentity(of: first.failureObject), entity: object.runtime.entity.name,
        record: record, object: object, keyPath: [member.name], value: value,
        at: state.place(of: [member.name], in: record))
    }
  }

  /// Adds an object, or returns the one that has its identity.
  private mutating func add(_ object: ManagedObject) -> ManagedObject? {
    guard let (_, value) = state.identity(of: object) else { return nil }
    let (scope, key) = (state.plans[object].identityScope, IdentityKey(value))
    if let first = objects[scope][key] { return first }
    objects[scope][key] = object
    return nil
  }

  /// The object of an entity with an identity.
  func object(_ key: IdentityKey, of plan: RecordPlan) -> ManagedObject? {
    guard let object = objects[plan.identityScope][key], plan.admits(object) else { return nil }
    return object
  }

  /// The identity that somebody probably meant.
  mutating func suggestion(for key: IdentityKey, of plan: RecordPlan) -> String? {
    guard case .text(let text) = key else { return nil }
    let known = objects[plan.identityScope].count
    guard known > 0, known <= min(Self.suggestionLimit, comparisons) else { return nil }
    comparisons -= known
    return nearMiss(text, in: sortedNames(plan.identityScope))
  }

  private mutating func sortedNames(_ scope: Int) -> [String] {
    if let known = names[scope] { return known }
    // Sorted, since the order of a dictionary differs from run to run.
    let sorted = objects[scope].keys.compactMap { String(attributeValue: $0.value) }.sorted()
    names[scope] = sorted
    return sorted
  }
}
