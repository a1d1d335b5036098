import ArmatureModel

/// An entity, or a property of one, that a schema is read for: what is kept of it, and what is told of it.
struct SchemaSubject {
  let reader: SchemaReader
  let entity: String
  let property: String?
  /// Whether nothing is told of it.
  var isMute = false
  /// The first value inside of it that may be missing and not null, or the other way round.
  var looseness: SchemaLooseness?
  /// What the model keeps for tools.
  var userInfo: [String: String] = [:]

  /// What tools may want to know, and no data depends on.
  static let silent: Set<String> = ["description", "deprecated", "readOnly", "writeOnly"]

  init(_ reader: SchemaReader, _ entity: String, _ property: String? = nil) {
    (self.reader, self.entity, self.property) = (reader, entity, property)
  }

  /// Tells of something that the model has otherwise than the schema.
  func note(_ offset: Int, _ text: String) {
    if isMute { return }
    reader.findings.note(
      .changedByImport, reader.place(at: offset, entity: entity, property: property), text)
  }

  /// Keeps a word for which the model has none, and says so, unless no data depends on it.
  mutating func keep(_ member: SchemaNode.Member, _ reason: String? = nil) {
    let isSilent = Self.silent.contains(member.key) || member.key.hasPrefix("x-")
    let text = member.node.text ?? member.node.shortText
    let name = SchemaReader.prefix + member.key
    if userInfo[name] == nil { userInfo[name] = text }
    if isMute || isSilent && reason == nil { return }
    let value = member.node.shortText
    reader.findings.note(
      .keptAsUserInfo,
      reader.place(at: member.offset, entity: entity, property: property),
      " has \(member.key) \(value), \(reason ?? "which Armature does not support"). It is kept "
        + "in the user info, as"
        + " \(name.quotedForMessage).")
  }
}
