import ArmatureModel

/// Keeping the unknown keys of records in an attribute.
extension RecordReader {
  /// Keeps a member that the entity lacks.
  func keep(
    _ key: String, _ cursor: inout JSONCursor, _ plan: RecordPlan, _ object: ManagedObject,
    _ record: Int, at offset: Int
  ) throws(JSONSyntaxError) {
    guard let position = plan.kept else { return }
    let member = plan.members[position]
    let site = Site(plan: plan, member: member, object: object, record: record)
    let value = try reader(for: member).json(&cursor, path: [member.name, key]) { fail($0, site) }
    guard let value, case .json(let json) = value else {
      return failures.reject(member.name, of: record)
    }
    if !keptKeys[record, default: JSONObject()].append(key, json) {
      fail(
        .duplicateKey, entity: plan.name, record: record, object: object,
        keyPath: [key.shortenedName], at: offset)
    }
  }

  /// Stores the kept members of a complete record in its attribute.
  func storeKeptKeys(_ plan: RecordPlan, _ object: ManagedObject, _ record: Int) {
    guard let members = keptKeys.removeValue(forKey: record), let position = plan.kept,
      let attribute = plan.members[position].attribute
    else { return }
    let site = Site(plan: plan, member: plan.members[position], object: object, record: record)
    let value = AttributeValue.json(.object(members))
    guard attribute.admits(value) else {
      return fail(.notRepresentable(attribute.type), site, value: value, at: objects[record].place.offset)
    }
    store(value, attribute, site, at: objects[record].place.offset)
  }
}
