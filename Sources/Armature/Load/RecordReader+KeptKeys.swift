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

  /// Keeps `null`, an empty array and an empty object, which a property cannot tell from a missing value.
  func keepAbsence(
    of member: RecordPlan.Member, _ token: JSONToken, _ cursor: inout JSONCursor, _ record: Int
  ) {
    let absence: JSONValue? =
      switch token {
      case .null where member.attribute?.type.storage != .json: .null
      case .array where member.relationship != nil && isEmpty(cursor, token): []
      case .object where member.mapKey != nil && isEmpty(cursor, token): [:]
      default: nil
      }
    if let absence { _ = keptKeys[record, default: JSONObject()].append(member.key, absence) }
  }

  /// Returns whether the array or object at a place is empty.
  private func isEmpty(_ cursor: borrowing JSONCursor, _ token: JSONToken) -> Bool {
    var look = look(from: cursor)
    return (try? token == .array ? look.enterArray() : look.enterObject()) == false
  }

  /// Takes a complete record as it is: stores its kept members in their attribute, and removes defaults of properties
  /// that it lacks.
  func finishKeeping(_ plan: RecordPlan, _ object: ManagedObject, _ progress: Progress) {
    // Rows of tables have no other keys, and do not tell which cells they have.
    if state.texts.header(of: text) != nil { return }
    let record = progress.record
    for (index, member) in plan.members.enumerated()
    where plan.places[index].hasDefault && index != plan.kept {
      if !hasSeen(index, progress), !isUpdate(progress) { _ = member.set(.null, in: object) }
    }
    guard let members = keptKeys.removeValue(forKey: record), let position = plan.kept,
      let attribute = plan.members[position].attribute
    else { return }
    let site = Site(plan: plan, member: plan.members[position], object: object, record: record)
    let value = AttributeValue.json(.object(members))
    let offset = objects[record].place.offset
    guard attribute.admits(value) else {
      return fail(.notRepresentable(attribute.type), site, value: value, at: offset)
    }
    store(value, attribute, site, at: offset)
  }

  /// Returns the value at a place, if an attribute of its type can have it in several notations.
  func notation(of type: AttributeType, at cursor: borrowing JSONCursor) -> JSONValue? {
    guard type.hasNotations else { return nil }
    var look = look(from: cursor)
    return try? look.jsonValue { _, _ in }
  }

  /// Keeps the notation of a value if an export writes a date or a UUID differently, or a number with fewer digits.
  func keep(
    notation written: JSONValue, of member: RecordPlan.Member, _ object: ManagedObject,
    _ record: Int
  ) {
    let value = member.value(of: object)
    var output = JSONOutput(.compact)
    guard !value.isNull, output.value(value, member.attribute?.type, isStored: false),
      (try? JSONValue(parsing: String(decoding: output.data(), as: UTF8.self))) != written
    else { return }
    _ = keptKeys[record, default: JSONObject()].append(member.key, written)
  }
}

extension AttributeType {
  /// Whether one value can have several texts.
  fileprivate var hasNotations: Bool {
    switch storage {
    case .date, .zonedDate, .uuid, .double, .float: true
    case .list(let element): element.hasNotations
    default: false
    }
  }
}
