import ArmatureModel

/// The records of one entity in the examples.
final class ExampleTable {
  /// The layout of the records, as far as it changes the proposal.
  enum Layout {
    /// Records of an entity that may be one of several.
    case records
    /// Documents: single objects, one in each file.
    case document
  }

  /// The key of the records in a file, or the name of the file without its ending.
  var key: String
  let layout: Layout
  let object = ExampleObject()
  /// The paths of the files.
  var files: [String] = []

  init(key: String, layout: Layout) { (self.key, self.layout) = (key, layout) }

  /// The name of the entity.
  var entityName: String {
    let name = ImportNames.entity(key)
    return layout == .records || files.count > 1 ? ImportNames.singular(name) : name
  }

  /// The names of the first files, for people.
  var fileNames: String {
    let names = files.prefix(3).map { $0.split(separator: "/").last.map(String.init) ?? $0 }
    return (names + (files.count > 3 ? ["…"] : [])).joined(separator: ", ")
  }

  /// The number of records, for people.
  var phrase: String { "\(object.count) \(object.count == 1 ? "record" : "records")" }

  /// The values that identify the records. It is `nil` if no key does.
  ///
  /// All records must have a value, and no two the same. Keys with a usual name come first, then the first key, unless
  /// it is named after other records.
  private(set) lazy var identity: ExampleObject.Member? = findIdentity()

  /// The names of other entities, in lowercase. A key with such a name refers to them.
  var otherNames: Set<String> = []

  /// The usual names of identifying keys, in lowercase and without separators.
  private static let usual = [
    "id", "uuid", "guid", "key", "code", "slug", "sku", "isbn", "number", "name",
  ]

  private func findIdentity() -> ExampleObject.Member? {
    if layout == .document { return nil }
    let candidates = object.members.filter { member in
      let shape = member.shape
      guard shape.count == object.count, shape.nullCount == 0, shape.values.areDifferent,
        !shape.texts.hasEmptyText, let type = shape.scalarType
      else { return false }
      return type == .int64 || type == .string || type == .uuid
    }
    let own = entityName.lowercased()
    for name in Self.usual {
      let found = candidates.first { member in
        let words = member.key.filter { $0.isLetter || $0.isNumber }.lowercased()
        return words == name || words == own + name
      }
      if let found { return found }
    }
    guard object.count > 1, let first = candidates.first, first.key == object.members.first?.key,
      first.shape.texts.longest <= 40, !otherNames.contains(first.key.lowercased())
    else { return nil }
    return first
  }
}
