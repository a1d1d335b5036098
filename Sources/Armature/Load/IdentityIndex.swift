import ArmatureModel

/// Finds objects by the value that identifies them, in the context and among new records.
struct IdentityIndex {
  private let session: LoadSession
  /// By the entity that declares the identity, then by value.
  private var objects: [String: [AttributeValue: ManagedObject]] = [:]
  /// The texts that identify objects, sorted, by the entity that declares the identity.
  private var names: [String: [String]] = [:]
  /// How many texts may still be compared for suggestions: a million broken references must not
  /// take a million times as long as one.
  private var comparisons = 200_000
  /// How many texts are compared for a suggestion.
  private static let suggestionLimit = 10_000

  init(_ session: LoadSession) {
    self.session = session
    let scopes = session.context.identityMap.objects
    for object in scopes where object.isThere && !session.journal.isNew(object) {
      _ = add(object)
    }
  }

  /// Adds the new objects, and reports those whose identity is taken.
  mutating func addRecords() {
    for record in session.records {
      guard let object = session.object(of: record), let first = add(object) else { continue }
      let plan = session.plan(at: object.runtime.index)
      guard let identity = plan.identity else { continue }
      session.fail(
        .duplicateIdentity(of: first.failureObject), entity: object.runtime.entity.name,
        object: object, keyPath: [identity.name],
        value: object.row.value(identity), text: Int(record.text),
        offset: session.offset(of: [identity.name], in: record))
    }
  }

  /// Adds an object, or returns the one that has its identity.
  private mutating func add(_ object: ManagedObject) -> ManagedObject? {
    let plan = session.plan(at: object.runtime.index)
    guard let identity = plan.identity else { return nil }
    let value = object.row.value(identity)
    if value.isNull { return nil }
    if let first = objects[plan.identityScope]?[value] { return first }
    objects[plan.identityScope, default: [:]][value] = object
    return nil
  }

  /// The object of an entity with an identity.
  func object(_ value: AttributeValue, of entity: String) -> ManagedObject? {
    guard let plan = session.plan(named: entity), let object = objects[plan.identityScope]?[value]
    else { return nil }
    return object.runtime.ancestry.contains(entity) ? object : nil
  }

  /// The identity that somebody probably meant.
  mutating func suggestion(for value: AttributeValue, of entity: String) -> String? {
    guard case .string(let text) = value, let scope = session.plan(named: entity)?.identityScope,
      let known = objects[scope], known.count <= min(Self.suggestionLimit, comparisons)
    else { return nil }
    comparisons -= known.count
    return nearMiss(text, in: sortedNames(scope))
  }

  private mutating func sortedNames(_ scope: String) -> [String] {
    if let known = names[scope] { return known }
    // Sorted, since the order of a dictionary differs from run to run.
    let sorted = (objects[scope] ?? [:]).keys.compactMap { String(attributeValue: $0) }.sorted()
    names[scope] = sorted
    return sorted
  }
}
