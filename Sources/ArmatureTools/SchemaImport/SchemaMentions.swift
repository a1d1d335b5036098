import ArmatureModel

/// Entities and properties of which one sentence is told, with the place of the first.
struct SchemaMentions {
  private var names: [String] = []
  private var first: SchemaNode?

  /// The most names that are listed.
  private static let limit = 5

  mutating func add(_ subject: SchemaSubject, _ node: SchemaNode) {
    if subject.isMute || subject.reader.file.isOurs { return }
    let name = subject.entity + (subject.property.map { ".\($0)" } ?? "")
    if names.contains(name) { return }
    names.append(name)
    first = first ?? node
  }

  /// Notes the sentence; its two ends are for one name and for several.
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
