import ArmatureModel

/// Links the objects of a load, now that all of them are known.
struct LinkResolver {
  private let state: LoadState
  private let links: PendingLinks
  /// What identifies the records that earlier rounds have left out.
  private let leftOut: Set<ScopedIdentity>
  private var identities: IdentityIndex

  init(_ state: LoadState, _ links: PendingLinks, leftOut: Set<ScopedIdentity>) {
    self.state = state
    self.links = links
    self.leftOut = leftOut
    identities = IdentityIndex(state)
  }

  /// A link with what belongs to it.
  private struct Link {
    let record: Int
    let owner: ManagedObject
    let member: RecordPlan.Member
    let destination: RecordPlan
    let place: LoadPlace
  }

  /// Sets all relationships, and reports identities that several objects have.
  mutating func resolve() {
    identities.checkRecords()
    for link in links.links { resolve(link) }
  }

  private mutating func resolve(_ pending: PendingLinks.Link) {
    // A hook may have deleted the object.
    guard let owner = state.objects.object(at: pending.owner) else { return }
    let member = state.plans[owner].members[pending.member]
    guard let destination = member.destination else { return }
    let text = state.objects[pending.owner].place.text
    let link = Link(
      record: pending.owner, owner: owner, member: member, destination: state.plans[destination],
      place: LoadPlace(text: text, offset: pending.offset))
    // What others have linked so far comes behind what the record lists itself.
    let mustBeSorted = member.hasMembers(in: owner)
    var listed: [ManagedObject] = []
    for end in links.ends[pending.ends] {
      let place = LoadPlace(text: text, offset: end.offset)
      let object: ManagedObject
      switch end.target {
      case .record(let record):
        guard let nested = state.objects.object(at: record) else { continue }
        object = nested
      case .identity(let key):
        guard let found = identities.object(key, of: link.destination) else {
          failBroken(link, key, at: place)
          continue
        }
        object = found
      }
      connect(link, to: object, at: place)
      if mustBeSorted { listed.append(object) }
    }
    if mustBeSorted { member.sort(owner, by: listed) }
  }

  private func connect(_ link: Link, to object: ManagedObject, at place: LoadPlace) {
    let former = link.member.owner(of: object, link.owner)
    if let contradiction = contradiction(link, object, former: former) {
      return fail(link, contradiction, at: place)
    }
    do {
      try link.member.link(link.owner, to: object)
    } catch {
      fail(link, .threw(name: link.member.name, error: "\(error)"), at: link.place)
    }
  }

  /// An object that may be linked to one other only, and two to which the data links it.
  private struct Contradiction {
    let shared: ManagedObject
    let ends: [ManagedObject]
  }

  /// How a link contradicts an earlier one of the data.
  ///
  /// A link between objects that were there before the load may change: the data asks for it.
  private func contradiction(
    _ link: Link, _ object: ManagedObject, former: ManagedObject?
  ) -> Contradiction? {
    let (owner, objects) = (link.owner, state.objects)
    if let former, former !== owner, objects.isNew(object) || objects.isNew(former),
      !objects.isLinkedByHook(object), !objects.isLinkedByHook(former)
    {
      return Contradiction(shared: object, ends: [former, owner])
    }
    if let current = link.member.end(of: owner), current !== object,
      !objects.isLinkedByHook(owner)
    {
      return Contradiction(shared: owner, ends: [current, object])
    }
    return nil
  }

  private func fail(_ link: Link, _ contradiction: Contradiction, at place: LoadPlace) {
    fail(
      link,
      .contradictoryReference(
        of: contradiction.shared.failureObject, to: contradiction.ends.map(\.failureObject)),
      at: place)
  }

  private mutating func failBroken(_ link: Link, _ key: IdentityKey, at place: LoadPlace) {
    // The record that this refers to may be in the part that could not be read.
    if state.failures.hasSyntaxError && state.options.onFailure == .keepNothing { return }
    let (plan, value) = (link.destination, key.value)
    let isLeftOut = leftOut.contains(ScopedIdentity(scope: plan.identityScope, key: key))
    if isLeftOut {
      fail(link, .leftOutReference(entity: plan.name, identifier: value), value, at: place)
    } else {
      let suggestion =
        state.failures.isFull ? nil : identities.suggestion(for: key, of: plan)
      fail(
        link,
        .brokenReference(entity: plan.name, identifier: value, suggestion: suggestion), value,
        at: place)
    }
  }

  private func fail(
    _ link: Link, _ kind: ValidationFailure.Kind, _ value: AttributeValue = .null,
    at place: LoadPlace
  ) {
    state.failures.add(
      kind, entity: link.owner.runtime.entity.name, record: link.record, object: link.owner,
      keyPath: [link.member.name], value: value, at: place)
  }
}
