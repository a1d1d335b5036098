import ArmatureModel

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
