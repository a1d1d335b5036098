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
  /// Whether keywords without a rule of their own are collected for a rule with a schema.
  var takesRest = false
  private var rest: [SchemaNode.Member] = []
  /// The user info to store in the model.
  var userInfo: [String: String] = [:]

  /// Informative keywords that do not affect data.
  static let silent: Set<String> = ["description", "deprecated", "readOnly", "writeOnly"]

  init(_ reader: SchemaReader, _ entity: String, _ property: String? = nil) {
    (self.reader, self.entity, self.property) = (reader, entity, property)
  }

  /// Returns the collected keywords, and collects no more.
  mutating func takeRest() -> [SchemaNode.Member] {
    defer { (rest, takesRest) = ([], false) }
    return rest
  }

  /// Adds a note about a difference from the schema.
  func note(_ offset: Int, _ text: String) {
    if isMute { return }
    reader.findings.note(
      .changedByImport, reader.place(at: offset, entity: entity, property: property), text)
  }

  /// Keeps a keyword that the model cannot express. If the keyword affects data, a note is added.
  mutating func keep(_ member: SchemaNode.Member, _ reason: String? = nil) {
    // A pattern that no rule can have is told with its mistake.
    let isPossible = member.key != "pattern" || member.node.text.flatMap(JSONSchema.pattern) != nil
    if takesRest, isPossible, SchemaBundle.keywords.contains(member.key), member.key != "format" {
      if !isMute { rest.append(member) }
      return
    }
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

/// A value that may be missing but not null, or null but not missing. A model cannot express this difference.
struct SchemaLooseness {
  /// The offset of the value's schema.
  let offset: Int
  /// The name of the property.
  let property: String
  /// The permitted state, as the end of a sentence.
  let sentence: String

  init(_ offset: Int, _ property: String, isRequired: Bool) {
    (self.offset, self.property) = (offset, property)
    sentence =
      isRequired
      ? " is required, but may be null" : " may be missing, but must not be null"
  }
}

/// The entities and properties that share the same note, with the position of the first one.
struct SchemaMentions {
  private var names: [String] = []
  private var first: SchemaNode?

  /// The maximum number of names in the note.
  private static let limit = 5

  mutating func add(_ subject: SchemaSubject, _ node: SchemaNode) {
    if subject.isMute || subject.reader.file.isOurs { return }
    let name = subject.entity + (subject.property.map { ".\($0)" } ?? "")
    if names.contains(name) { return }
    names.append(name)
    first = first ?? node
  }

  /// Adds the note. It has another text if it concerns several names.
  func tell(_ reader: SchemaReader, one: String, several: String) {
    guard let first, let last = names.last else { return }
    let shown = names.dropLast().prefix(Self.limit).joined(separator: ", ")
    let rest = names.count - min(names.count - 1, Self.limit)
    let subject =
      names.count == 1 ? last : "\(shown) and \(rest == 1 ? last : "\(rest) others")"
    reader.findings.note(
      whole: "\(subject) \(names.count == 1 ? one : several)", at: reader.site(first))
  }
}
