import ArmatureModel

/// Documents: records that contain all objects that they lead to.
extension RecordWriter {
  /// Writes an object as a document of its own.
  mutating func writeDocument(_ object: ManagedObject) {
    written = [object.row.handle]
    write(object, as: object.shape.index)
  }

  /// Writes the objects of a relationship inside the record that leads to them.
  ///
  /// A relationship back to the object around the record is left out. An object that is already in the document is
  /// written as its identifying value.
  mutating func writeParts(of object: ManagedObject, _ plan: RecordPlan, _ index: Int) {
    let member = plan.members[index]
    if let around = path.last, around.inverse == member.name { return }
    let ends = member.ends(of: object)
    if ends.isEmpty { return }
    output.key(plan.keys[index])
    beginEnds(of: member)
    path.append((object.row.handle, member.relationship?.inverse))
    for end in ends {
      beginEnd(end, of: member)
      let isNew = written.insert(end.row.handle).inserted
      if !isNew, let identity = plans[end].identity,
        output.value(identity.value(of: end), nil, isStored: false)
      {
      } else if path.contains(where: { $0.object == end.row.handle }) {
        // No load could read it again.
        output.null()
        rejectLink(object, member)
      } else {
        writeNested(end, of: object, member)
      }
    }
    path.removeLast()
    finishEnds(of: member)
  }

  /// The kept keys of an object.
  func keptMembers(of object: ManagedObject, _ plan: RecordPlan) -> JSONObject? {
    guard let kept = plan.kept, case .json(let value) = plan.members[kept].value(of: object) else {
      return nil
    }
    return value.objectValue
  }

  /// Writes kept keys, except those of properties that have a value.
  mutating func write(_ kept: JSONObject, of object: ManagedObject, _ plan: RecordPlan) {
    for member in kept {
      let property = plan.member(withKey: member.key)
      if let property, property !== plan.kept.map({ plan.members[$0] }), hasValue(property, object)
      {
        continue
      }
      output.key(member.key)
      if !output.value(.json(member.value), nil, isStored: false) {
        reject(object, plan.members[plan.kept ?? 0])
      }
    }
  }

  /// Returns whether a property has a value.
  private func hasValue(_ member: RecordPlan.Member, _ object: ManagedObject) -> Bool {
    member.relationship == nil ? !member.value(of: object).isNull : !member.ends(of: object).isEmpty
  }
}

extension RecordPlan.Member {
  /// Returns whether a JSON value is a notation of the value that an object has.
  func hasValue(_ written: JSONValue, _ object: ManagedObject) -> Bool {
    guard let attribute, let value = written.value(of: attribute.type) else { return false }
    return value == self.value(of: object)
  }
}

extension JSONValue {
  /// The value of a type that a text or number, or a list of these, stands for; `nil` for other values.
  fileprivate func value(of type: AttributeType) -> AttributeValue? {
    switch (self, type.storage) {
    case (_, .string): return nil
    case (.number, .double), (.number, .float): return attributeValue(of: type)
    case (.string(let text), _):
      guard case .value(let value) = TextReader(.none).value(of: text, as: type) else { return nil }
      return value
    case (.array(let elements), .list(let element)):
      let values = elements.compactMap { $0.value(of: element) }
      return values.count == elements.count && !values.isEmpty ? .list(values) : nil
    default: return nil
    }
  }
}
