import ArmatureModel

/// Links the objects of a load after all records are read.
struct LinkResolver {
  private let state: LoadState
  private let links: PendingLinks
  /// The identities of the records left out in earlier rounds.
  private let leftOut: Set<ScopedIdentity>
  private var identities: IdentityIndex
  /// The object of each reference, if already found.
  private var found: ContiguousArray<Handle>
  /// The position of each reference among the decisions made by identities; -1 without a saved object.
  private var findings: ContiguousArray<Int32>
  /// The to-one sides of the links in the data, in a load that updates objects.
  private var given: Set<RecordPlan.LinkSide> = []

  init(_ state: LoadState, _ links: PendingLinks, leftOut: Set<ScopedIdentity>) {
    self.state = state
    self.links = links
    self.leftOut = leftOut
    identities = IdentityIndex(state)
    found = ContiguousArray(repeating: .none, count: links.references.count)
    findings = ContiguousArray(repeating: -1, count: links.references.count)
  }

  /// Sets all relationships and reports identities shared by several objects.
  mutating func resolve() {
    findReferences()
    identities.checkRecords()
    let overtaken = state.objects.objectRecords.isEmpty ? [] : unlinkFormer()
    for (position, link) in links.links.enumerated() {
      if !overtaken.isEmpty && overtaken.contains(position) { continue }
      // A hook may have deleted the object.
      state.objects.withObject(state.objects[link.owner].handle) { owner in
        link.member._withUnsafeGuaranteedRef { resolve(link, owner, $0) }
      }
    }
  }

  /// Looks up the saved objects of all references.
  private func findReferences() {
    guard state.objects.hasStore else { return }
    var values: [Int: [AttributeValue]] = [:]
    for position in 0..<links.references.count {
      guard let identity = identity(ofReferenceAt: position),
        !state.objects.asked.contains(identity)
      else { continue }
      values[identity.scope, default: []].append(identity.key.value)
    }
    for (scope, values) in values { state.objects.find(values, ofEntityAt: scope) }
  }

  /// Returns the identity that a reference names; `nil` for the number of a record.
  private func identity(ofReferenceAt position: Int) -> ScopedIdentity? {
    let key = links.references.key(at: position)
    if case .number = key { return nil }
    let scope = state.plans[links.references.destination(of: position)].identityScope
    return ScopedIdentity(scope: scope, key: key)
  }

  /// Removes the links that updated objects no longer have, and returns the links that later records replace.
  ///
  /// This happens before any link is set. Otherwise, it would also remove links that other records have made.
  private mutating func unlinkFormer() -> Set<Int> {
    var last: [RelationshipKey: Int] = [:]
    var overtaken: Set<Int> = []
    for (position, link) in links.links.enumerated()
    where state.objects.objectRecords.contains(state.objects[link.owner].handle) {
      let key = RelationshipKey(owner: state.objects[link.owner].handle, member: link.member)
      if let former = last.updateValue(position, forKey: key) { overtaken.insert(former) }
    }
    for position in last.values.sorted() {
      let link = links.links[position]
      let member = link.member.takeUnretainedValue()
      guard let owner = state.objects.object(at: link.owner) else { continue }
      let ends = Set(links.ends[link.ends].map { known($0) })
      for end in member.ends(of: owner) where !ends.contains(end.row.handle) {
        // Unlinking is never rejected.
        if member.isToMany || ends.isEmpty { try? member.unlink(owner, from: end) }
      }
    }
    return overtaken
  }

  /// A relationship of an object.
  private struct RelationshipKey: Hashable {
    let owner: Handle
    let member: ObjectIdentifier

    init(owner: Handle, member: Unmanaged<RecordPlan.Member>) {
      self.owner = owner
      self.member = ObjectIdentifier(member.takeUnretainedValue())
    }
  }

  @inline(__always) private mutating func resolve(
    _ link: PendingLinks.Link, _ owner: ManagedObject, _ member: RecordPlan.Member
  ) {
    // Members linked by other records come after the members listed by the record itself.
    let mustBeSorted =
      member.hasMembers(in: owner) && (member.isOrdered || state.objects.isNew(owner))
    var listed: [ManagedObject] = []
    for position in link.ends {
      let end = links.ends[position]
      state.objects.withObject(handle(of: end, link, owner)) { object in
        connect(link, owner, member, to: object, at: end.offset)
        note(end, owner, member)
        if mustBeSorted { listed.append(object) }
      }
    }
    if mustBeSorted { member.sort(owner, by: listed) }
  }

  /// Returns the handle of a link's destination; none, with a failure, if it is missing.
  @inline(__always) private mutating func handle(
    of end: PendingLinks.End, _ link: PendingLinks.Link, _ owner: ManagedObject
  ) -> Handle {
    let handle = known(end)
    if _slowPath(handle.isNone), case .reference(let position) = end.target {
      failBroken(
        link, owner, links.references.key(at: position),
        state.plans[links.references.destination(of: position)], at: end.offset)
    }
    return handle
  }

  /// Returns the handle of a link's destination; none if it is missing.
  @inline(__always) private mutating func known(_ end: PendingLinks.End) -> Handle {
    switch end.target {
    case .record(let record): return state.objects[record].handle
    case .reference(let position):
      if found[position].isNone { find(position) }
      return found[position]
    }
  }

  /// Records for the save by which identity the saved object of a link was found.
  @inline(__always) private func note(
    _ end: PendingLinks.End, _ owner: ManagedObject, _ member: RecordPlan.Member
  ) {
    guard case .reference(let position) = end.target, findings[position] >= 0 else { return }
    state.objects.decisions.noteLink(of: owner.row.handle, member.place, to: findings[position])
  }

  private mutating func find(_ position: Int) {
    let plan = state.plans[links.references.destination(of: position)]
    let key = links.references.key(at: position)
    let object: ManagedObject?
    if case .number = key {
      object = links.numbered[key].flatMap { state.objects.object(at: $0) }
    } else {
      object = identities.object(key, of: plan)
    }
    guard let object, plan.admits(object) else { return }
    found[position] = object.row.handle
    if let identity = identity(ofReferenceAt: position) {
      findings[position] = state.objects.note(object, identity, .end) ?? -1
    }
  }

  @inline(__always) private mutating func connect(
    _ link: PendingLinks.Link, _ owner: ManagedObject, _ member: RecordPlan.Member,
    to object: ManagedObject, at offset: Int
  ) {
    if let contradiction = contradiction(owner, member, object) {
      return fail(
        .contradictoryReference(
          of: contradiction.shared.failureObject, to: contradiction.ends.map(\.failureObject)),
        link, owner, at: offset)
    }
    if _slowPath(state.objects.updates) {
      given.formUnion(member.toOneSides(of: owner, object))
      // Setting the same object again would count as a change.
      if !member.isToMany, member.end(of: owner) === object { return }
    }
    do {
      try member.link(owner, to: object)
    } catch {
      fail(.threw(name: member.name, error: "\(error)"), link, owner, at: link.offset)
    }
  }

  /// An object that may have only one link, and the two objects that the data links to it.
  private struct Contradiction {
    let shared: ManagedObject
    let ends: [ManagedObject]
  }

  /// Returns the contradiction between a link and an earlier one in the data.
  ///
  /// A link between objects that existed before the load may change once, as requested by the data.
  @inline(__always) private func contradiction(
    _ owner: ManagedObject, _ member: RecordPlan.Member, _ object: ManagedObject
  ) -> Contradiction? {
    let objects = state.objects
    if let former = member.owner(of: object, owner), former !== owner,
      objects.isNew(object) || objects.isNew(former)
        || member.inverseSide(of: object, owner).map(given.contains) == true,
      !objects.isLinkedByHook(object),
      !objects.isLinkedByHook(former)
    {
      return Contradiction(shared: object, ends: [former, owner])
    }
    if let current = member.end(of: owner), current !== object,
      objects.isNew(owner) || given.contains(member.side(of: owner)),
      !objects.isLinkedByHook(owner)
    {
      return Contradiction(shared: owner, ends: [current, object])
    }
    return nil
  }

  private mutating func failBroken(
    _ link: PendingLinks.Link, _ owner: ManagedObject, _ key: IdentityKey, _ plan: RecordPlan,
    at offset: Int
  ) {
    // The record with this key may be in the part that could not be read.
    if state.failures.hasSyntaxError && state.options.onFailure == .keepNothing { return }
    if case .number = key, links.numbered.isEmpty, leftOut.isEmpty {
      // No record has a number, so the data does not refer to one.
      let expected = ValidationFailure.Structure.record(entity: plan.name)
      return fail(
        .wrongStructure(expected: expected, found: JSONToken.number.name), link, owner, at: offset)
    }
    let value = key.value
    let isLeftOut = leftOut.contains(
      ScopedIdentity(scope: plan.runtime.shape.index, key: key))
    let kind: ValidationFailure.Kind
    if isLeftOut {
      kind = .leftOutReference(entity: plan.name, identifier: value)
    } else {
      let place = LoadPlace(text: state.objects[link.owner].place.text, offset: offset)
      let suggestion =
        state.failures.keeps(place) ? identities.suggestion(for: key, of: plan) : nil
      kind = .brokenReference(entity: plan.name, identifier: value, suggestion: suggestion)
    }
    fail(kind, link, owner, value, at: offset)
  }

  @inline(never) private func fail(
    _ kind: ValidationFailure.Kind, _ link: PendingLinks.Link, _ owner: ManagedObject,
    _ value: AttributeValue = .null, at offset: Int
  ) {
    state.failures.add(
      kind, entity: owner.runtime.entity.name, record: link.owner, object: owner,
      keyPath: [link.member.takeUnretainedValue().name], value: value,
      at: LoadPlace(text: state.objects[link.owner].place.text, offset: offset))
  }
}
