import ArmatureModel

/// Linking the objects, now that all of them are known.
extension LoadSession {
  /// Sets all relationships.
  func link() {
    // Without references and identities there is nothing to find, and nothing to keep apart.
    if links.isEmpty && !hasIdentities { return }
    var index = IdentityIndex(self)
    index.addRecords()
    for link in links {
      let isListed = link.member.slot.kind == .objects
      // What others have linked so far comes behind what the record lists itself.
      let mustBeSorted =
        isListed && !link.owner.row.list(link.member.slot).pointee.isEmpty
      var listed = ObjectList()
      for end in link.ends {
        let object: ManagedObject
        var place: Int?
        switch end {
        case .object(let nested): object = nested
        case .identifier(let value, let offset):
          guard let found = index.object(value, of: link.destination) else {
            failBroken(link, value, offset, &index)
            continue
          }
          object = found
          place = offset
        }
        connect(link, to: object, at: place)
        if mustBeSorted { listed.append(object) }
      }
      if mustBeSorted { sort(link, by: listed) }
    }
  }

  /// Sets a link to an object that is referred to at a place, or else nested.
  private func connect(_ link: PendingLink, to object: ManagedObject, at place: Int?) {
    let slot = link.member.slot
    let inverse = slot.property.asRelationship?.inverse.flatMap(object.runtime.slot(named:))
    let former = inverse.flatMap { $0.kind == .object ? object.row.object($0) : nil }
    if let contradiction = contradiction(link, object, former: former) {
      let place = place ?? record(ofNumber: object.number)?.offset
      return fail(link, contradiction, offset: place ?? link.offset)
    }
    journal.willLink(object, leaving: former)
    do {
      if slot.kind == .object {
        try link.owner.setObjects([object], slot)
      } else {
        try link.owner.add(object, slot)
      }
    } catch {
      fail(
        .threw(name: slot.name, error: "\(error)"), entity: link.owner.runtime.entity.name,
        object: link.owner, keyPath: [slot.name], text: link.text, offset: link.offset)
    }
  }

  /// Objects to which the data links another one, which may be linked to one only.
  private struct Contradiction {
    let shared: ManagedObject
    let ends: [ManagedObject]
  }

  /// What the data says in contradiction to what it said before.
  ///
  /// An older object may be taken from an older one: that is what the data asks for.
  private func contradiction(
    _ link: PendingLink, _ object: ManagedObject, former: ManagedObject?
  ) -> Contradiction? {
    let owner = link.owner
    if let former, former !== owner, journal.isNew(object) || journal.isNew(former),
      !linkedByHook.contains(ObjectIdentifier(object)),
      !linkedByHook.contains(ObjectIdentifier(former))
    {
      return Contradiction(shared: object, ends: [former, owner])
    }
    if link.member.slot.kind == .object, let current = owner.row.object(link.member.slot),
      current !== object, !linkedByHook.contains(ObjectIdentifier(owner))
    {
      return Contradiction(shared: owner, ends: [current, object])
    }
    return nil
  }

  private func fail(_ link: PendingLink, _ contradiction: Contradiction, offset: Int) {
    fail(
      .contradictoryReference(
        of: contradiction.shared.failureObject, to: contradiction.ends.map(\.failureObject)),
      entity: link.owner.runtime.entity.name, object: link.owner, keyPath: [link.member.name],
      text: link.text, offset: offset)
  }

  /// Brings a list into the order of the data.
  private func sort(_ link: PendingLink, by listed: ObjectList) {
    let list = link.owner.row.list(link.member.slot)
    var sorted = ObjectList(listed.objects.filter { list.pointee.contains($0) })
    for object in list.pointee.objects { sorted.append(object) }
    list.pointee = sorted
  }

  private func failBroken(
    _ link: PendingLink, _ value: AttributeValue, _ offset: Int, _ index: inout IdentityIndex
  ) {
    // What could not be read may well have been what this refers to.
    if hasSyntaxError && options.onFailure == .keepNothing { return }
    var kind = ValidationFailure.Kind.leftOutReference(entity: link.destination, identifier: value)
    if !isLeftOut(value, of: link.destination) {
      let suggestion = isFull ? nil : index.suggestion(for: value, of: link.destination)
      kind = .brokenReference(
        entity: link.destination, identifier: value, suggestion: suggestion)
    }
    fail(
      kind,
      entity: link.owner.runtime.entity.name, object: link.owner, keyPath: [link.member.name],
      value: value, text: link.text, offset: offset)
  }
}

extension LoadSession.PendingLink {
  /// The name of the entity at the other end.
  fileprivate var destination: String { member.destination ?? "" }
}
