import ArmatureModel

/// Nested records that are members of an object, with a key each.
extension RecordReader {
  /// The key of a nested record.
  struct MapKey {
    /// The attribute whose value is the key.
    let attribute: String
    let text: String
    let offset: Int
  }

  /// Reads the key of the next nested record.
  func readMapKey(
    _ cursor: inout JSONCursor, _ attribute: String
  ) throws(JSONSyntaxError) -> MapKey {
    cursor.skipWhitespace()
    let offset = cursor.offset
    let text = String(decoding: try cursor.key().bytes, as: UTF8.self)
    return MapKey(attribute: attribute, text: text, offset: offset)
  }

  /// Sets the attribute whose value is the key of a record.
  func set(
    _ key: MapKey, _ index: Int, _ plan: RecordPlan, _ object: ManagedObject, _ record: Int
  ) {
    let member = plan.members[index]
    guard let attribute = member.attribute else { return }
    let site = Site(plan: plan, member: member, object: object, record: record)
    store(.string(key.text), attribute, site, at: key.offset)
  }
}
