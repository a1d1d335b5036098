import ArmatureModel

/// An object as a JSON document, with all objects to which it leads.
struct DocumentValue {
  /// The attribute with the other keys of each document.
  let others: String?

  /// The maximum depth of objects inside each other. Deeper ones are left out, and so are those around an object.
  private static let depthLimit = 256

  func value(of object: ManagedObject) -> JSONValue {
    var path: [ManagedObject] = []
    return value(of: object, &path)
  }

  private func value(of object: ManagedObject, _ path: inout [ManagedObject]) -> JSONValue {
    guard object.isFilled() else { return .object([:]) }
    var members = JSONObject()
    path.append(object)
    if let key = object.runtime.discriminator {
      members[key] = object.runtime.entity.valueOfDiscriminator
    }
    for property in object.runtime.properties where property.name != others {
      if property.isLink {
        // The owner is around the document.
        if property.description.asRelationship?.leadsToOwner == true { continue }
        let value = value(ofLink: property, of: object, &path)
        if let value { members[property.description.key] = value }
      } else if let attribute = property.description.asAttribute, !attribute.isTransient {
        let value = object.currentValue(property)
        if !value.isNull { members[property.description.key] = value.inDocument(attribute.type) }
      }
    }
    path.removeLast()
    if let others, let property = object.runtime.property(named: others),
      case .json(.object(let kept)) = object.currentValue(property)
    {
      for member in kept where members[member.key] == nil { members[member.key] = member.value }
    }
    return .object(members)
  }

  private func value(
    ofLink property: StoredProperty, of object: ManagedObject, _ path: inout [ManagedObject]
  ) -> JSONValue? {
    let ends = object.related(property.place).filter { end in !path.contains { $0 === end } }
    if ends.isEmpty || path.count >= Self.depthLimit { return nil }
    var values: [JSONValue] = []
    for end in ends { values.append(value(of: end, &path)) }
    return property.kind == .objects ? .array(values) : values[0]
  }
}

extension AttributeValue {
  /// The value as JSON output has it; `nil` for values without a JSON form.
  fileprivate func inDocument(_ type: AttributeType) -> JSONValue? {
    if let jsonValue { return jsonValue }
    var output = JSONOutput(.compact)
    guard output.value(self, type, isStored: false) else { return nil }
    return output.data().withUnsafeBytes { bytes in
      JSONValueParser.value(of: bytes.bindMemory(to: UInt8.self)) { _ in }
    }
  }
}
