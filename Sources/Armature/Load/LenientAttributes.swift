import ArmatureModel

/// The attributes that a strict load reads leniently.
///
/// Use this type if only some attributes of your data need the ``LoadOptions/Mode/lenient`` mode. For example,
/// `LoadOptions(lenientIn: ["Book": ["pages", "price"], "Visit": .all])` accepts the strings `"412"` and `"9.99"` for
/// two attributes of `Book`, and lenient values for all attributes of `Visit`.
///
/// ```swift
/// let source = LoadSource.text(#"[{"name": "Jane Austen", "born": "1775"}]"#, as: "Author")
/// let options = LoadOptions(lenientIn: ["Author": ["born"]])
/// print(try context.load(source, options: options).objects[0]["born"] ?? .null)  // 1775
/// ```
public enum LenientAttributes: Hashable, Sendable, ExpressibleByArrayLiteral {
  /// All attributes, including attributes of sub-entities.
  case all
  /// The attributes with these names, including attributes of sub-entities.
  case named(Set<String>)

  /// Creates a list of attribute names.
  public init(arrayLiteral names: String...) { self = .named(Set(names)) }

  func contains(_ name: String) -> Bool {
    switch self {
    case .all: true
    case .named(let names): names.contains(name)
    }
  }
}

extension LoadOptions {
  /// Checks the options against a model: keys, entities and attributes.
  func check(_ model: ManagedObjectModel) throws {
    try keys.check(model)
    try ignoring.check(model)
    try keeping.check(model)
    try checkLenient(model)
  }

  private func checkLenient(_ model: ManagedObjectModel) throws(ManagedObjectError) {
    for (name, attributes) in lenientIn.sorted(by: { $0.key < $1.key }) {
      guard let entity = model[name] else {
        throw .unknownEntity(
          name: name, suggestion: nearMiss(name, in: model.entities.map(\.name)))
      }
      guard case .named(let names) = attributes else { continue }
      let known = entity.attributes.map(\.name)
      for attribute in names.sorted() where !known.contains(attribute) {
        throw .unknownKey(
          entity: name, key: attribute, suggestion: nearMiss(attribute, in: known))
      }
    }
  }

  /// Returns whether an attribute of an entity is read leniently.
  func isLenient(_ attribute: String, of entity: String, _ tree: EntityTree) -> Bool {
    if mode == .lenient { return true }
    if lenientIn.isEmpty { return false }
    return tree.lineage(of: entity).contains { lenientIn[$0.name]?.contains(attribute) == true }
  }
}
