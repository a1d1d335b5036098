import ArmatureModel

/// The entity or property being read. Collects its user info and notes.
struct SchemaSubject {
  let reader: SchemaReader
  let entity: String
  let property: String?
  /// Whether notes are suppressed.
  var isMute = false
  /// The first value inside that may be missing but not null, or null but not missing.
  var looseness: SchemaLooseness?
  /// The user info to store in the model.
  var userInfo: [String: String] = [:]

  /// Informative keywords that do not affect data.
  static let silent: Set<String> = ["description", "deprecated", "readOnly", "writeOnly"]

  init(_ reader: SchemaReader, _ entity: String, _ property: String? = nil) {
    (self.reader, self.entity, self.property) = (reader, entity, property)
  }

  /// Adds a note about a difference from the schema.
  func note(_ offset: Int, _ text: String) {
    if isMute { return }
    reader.findings.note(
      .changedByImport, reader.place(at: offset, entity: entity, property: property), text)
  }

  /// Keeps a keyword that the model cannot express. If the keyword affects data, a note is added.
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
