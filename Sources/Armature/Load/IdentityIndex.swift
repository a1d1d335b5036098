import ArmatureModel

/// Finds objects by the value that identifies them, in the context and among new records.
struct IdentityIndex {
  private let session: LoadSession
  /// By the entity that declares the identity, then by value.
  private var objects: [String: [AttributeValue: ManagedObject]] = [:]
  /// The identities that are text, by scope; sorted, since a dictionary's order is never the same.
  private var texts: [String: [String]] = [:]
  /// How many texts may still be compared for suggestions; some 0.1 s for all of a load.
  private var comparisonsLeft = 200_000

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
        offset: session.offset(of: identity.name, in: record))
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

  /// The identity that somebody probably meant; none once there have been very many mistakes.
  mutating func suggestion(for value: AttributeValue, of entity: String) -> String? {
    guard case .string(let text) = value, let scope = session.plan(named: entity)?.identityScope,
      let known = objects[scope], known.count <= comparisonsLeft
    else { return nil }
    comparisonsLeft -= known.count
    if texts[scope] == nil {
      texts[scope] = known.keys.compactMap { String(attributeValue: $0) }.sorted()
    }
    return nearMiss(text, in: texts[scope] ?? [])
  }
}
