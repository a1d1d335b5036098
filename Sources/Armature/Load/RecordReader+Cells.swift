import ArmatureModel

/// The values of a record that are the texts of cells: read as lenient JSON reads texts, since a table has
/// no other types.
extension RecordReader {
  /// Reads a cell as the value of a member; one without text is the absence of a value, as `null` is.
  ///
  /// - Parameter separator: What stands between the values, or the references, of a list.
  func readCell(
    _ bytes: UnsafeBufferPointer<UInt8>, _ separator: Character, _ site: Site, at offset: Int
  ) {
    if let attribute = site.member.attribute {
      let text = String(decoding: bytes, as: UTF8.self)
      readAttribute(text, attribute, separator, site, at: offset)
    } else if let destination = site.member.destination {
      readEnds(bytes, destination, separator, site, at: offset)
    }
  }

  private func readAttribute(
    _ text: String, _ attribute: AttributeDescription, _ separator: Character, _ site: Site,
    at offset: Int
  ) {
    if text.isEmpty { return store(.null, attribute, site, at: offset) }
    let outcome: ReadValue
    if case .list(let element) = attribute.type.storage {
      let texts = text.split(separator: separator, omittingEmptySubsequences: false)
      let list = lenientValues.list(
        texts.map(String.init), of: element, path: [attribute.name], at: offset
      ) { fail($0, site) }
      guard let list else { return failures.refuse(site.member.name, of: site.record) }
      outcome = lenientValues.admitted(list, attribute)
    } else {
      outcome = lenientValues.read(text, as: attribute)
    }
    switch outcome {
    case .value(let value): store(value, attribute, site, at: offset)
    case .failure(let kind, let found): fail(kind, site, value: found, at: offset)
    }
  }

  /// Reads the values that identify the objects at the end of a relationship.
  private func readEnds(
    _ bytes: UnsafeBufferPointer<UInt8>, _ destination: Int, _ separator: Character, _ site: Site,
    at offset: Int
  ) {
    let first = links.openCount
    if bytes.isEmpty {
      // An update takes away what is there.
      guard objects.updates, objects[site.record].marks.contains(.isUpdate) else { return }
    } else if site.member.isToMany {
      let text = String(decoding: bytes, as: UTF8.self)
      for var text in text.split(separator: separator, omittingEmptySubsequences: false)
        .map(String.init)
      {
        text.withUTF8 { readReference($0, destination, site, at: offset) }
      }
    } else {
      readReference(bytes, destination, site, at: offset)
    }
    links.close(
      owner: site.record, member: site.member, offset: offset, from: first,
      keepsEmpty: bytes.isEmpty)
  }

  private func readReference(
    _ bytes: UnsafeBufferPointer<UInt8>, _ destination: Int, _ site: Site, at offset: Int
  ) {
    let plan = plans[destination]
    guard let identity = plan.identity, let attribute = identity.attribute else {
      return fail(
        .wrongStructure(expected: .record(entity: plan.name), found: JSONToken.string.name), site,
        at: offset)
    }
    let reference: Int
    if identity.kind == .string {
      reference = links.references.position(of: bytes, destination)
    } else {
      switch lenientValues.read(String(decoding: bytes, as: UTF8.self), as: attribute) {
      case .value(let value):
        reference = links.references.position(of: IdentityKey(value), destination)
      case .failure(let kind, let found): return fail(kind, site, value: found, at: offset)
      }
    }
    links.append(PendingLinks.End(target: .reference(reference), offset: offset))
  }
}
