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
        switch end {
        case .object(let nested): object = nested
        case .identifier(let value, let offset):
          guard let found = index.object(value, of: link.destination) else {
            failBroken(link, value, offset, &index)
            continue
          }
          object = found
        }
        connect(link, to: object)
        if mustBeSorted { listed.append(object) }
      }
      if mustBeSorted { sort(link, by: listed) }
    }
  }

  private func connect(_ link: PendingLink, to object: ManagedObject) {
    let slot = link.member.slot
    let inverse = slot.property.asRelationship?.inverse.flatMap(object.runtime.slot(named:))
    let former = inverse.flatMap { $0.kind == .object ? object.row.object($0) : nil }
    if isContradicted(link, object, former: former) { return }
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

  /// Whether the data has linked one of the two objects to a third one, where only one may be.
  ///
  /// An older object may be taken from an older one: that is what the data asks for.
  private func isContradicted(
    _ link: PendingLink, _ object: ManagedObject, former: ManagedObject?
  ) -> Bool {
    let owner = link.owner
    if let former, former !== owner, journal.isNew(object) || journal.isNew(former),
      !linkedByHook.contains(ObjectIdentifier(object)),
      !linkedByHook.contains(ObjectIdentifier(former))
    {
      fail(link, one: owner, per: object, former, owner)
      return true
    }
    if link.member.slot.kind == .object, let current = owner.row.object(link.member.slot),
      current !== object, !linkedByHook.contains(ObjectIdentifier(owner))
    {
      fail(link, one: object, per: owner, current, object)
      return true
    }
    return false
  }

  private func fail(
    _ link: PendingLink, one kind: ManagedObject, per object: ManagedObject,
    _ first: ManagedObject, _ second: ManagedObject
  ) {
    let name = "one \(kind.runtime.entity.name) for each \(object.runtime.entity.name)"
    let details = [first, second].map { end in
      ValidationFailure.Detail(
        end.runtime.entity.name, end.label.map(AttributeValue.string) ?? .int(Int64(end.number)))
    }
    refused[ObjectIdentifier(link.owner), default: []].insert(link.member.name)
    add(
      LocatedFailure(
        failure: ValidationFailure(
          entity: link.owner.runtime.entity.name, objectID: link.owner.objectID,
          keyPath: [link.member.name],
          .rule(.custom(name: name, properties: [link.member.name]), details: details)),
        object: link.owner, text: link.text, offset: link.offset, isVerdict: false))
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
    let suggestion = isFull ? nil : index.suggestion(for: value, of: link.destination)
    fail(
      .brokenReference(entity: link.destination, identifier: value, suggestion: suggestion),
      entity: link.owner.runtime.entity.name, object: link.owner, keyPath: [link.member.name],
      value: value, text: link.text, offset: offset)
  }
}

extension LoadSession.PendingLink {
  /// The name of the entity at the other end.
  fileprivate var destination: String { member.destination ?? "" }
}
