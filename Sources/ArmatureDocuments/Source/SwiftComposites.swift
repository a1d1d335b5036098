import ArmatureModel

/// The structs that a source declares for composites, one for each attribute.
struct SwiftComposites {
  /// The names of the structs by path. A path consists of the entity, and of the names from its property to the
  /// composite.
  private var names: [[String]: String] = [:]
  /// The declarations of the structs, inner ones first.
  private(set) var declarations: [[String]] = []
  /// Whether the source uses Foundation.
  private(set) var needsFoundation = false

  /// Creates an empty collection: composites are declared in place.
  init() {}

  /// Creates structs for all composites of some entities.
  ///
  /// - Parameter types: The names of the entities' types.
  init(of entities: [EntityDescription], types: [String: String], names: inout SwiftNames) {
    for entity in entities {
      for attribute in entity.ownProperties.compactMap(\.asAttribute) {
        add(
          attribute, at: [entity.name, attribute.name], of: [types[entity.name] ?? entity.name],
          &names)
      }
    }
  }

  /// Returns the name of the struct at a path; `nil` if no struct exists.
  func typeName(at path: [String]) -> String? { names[path] }

  private mutating func add(
    _ attribute: AttributeDescription, at path: [String], of words: [String],
    _ swiftNames: inout SwiftNames
  ) {
    guard case .composite(let elements) = attribute.type.storage else { return }
    let words = words + [attribute.name]
    names[path] = swiftNames.type(for: words)
    for element in elements { add(element, at: path + [element.name], of: words, &swiftNames) }
    declare(elements, at: path)
  }

  private mutating func declare(_ elements: [AttributeDescription], at path: [String]) {
    let name = names[path] ?? ""
    // The members that a struct has in any case, and the parameter of its initializer.
    var members = SwiftNames.ofMembers([
      "attributeValue", "elementValues", "elements", "propertyValue",
    ])
    var (properties, descriptions, values, conditions, arguments): Lists = ([], [], [], [], [])
    for element in elements {
      let path = path + [element.name]
      let member = members.member(for: element.name)
      let label = SwiftNames.escaped(member)
      let type =
        (names[path] ?? element.nameInSource) + (element.isOptional ? "?" : "")
      let key = element.name.swiftLiteral
      properties.append("  var \(label): \(type)")
      let source = SwiftAttribute(
        element, uniqueness: nil, label: nil, composites: self, path: path, indent: 4)
      descriptions += source.lines.map { "    \($0)" }
      needsFoundation = needsFoundation || source.needsFoundation
      values.append("\(key): \(label).attributeValue")
      conditions.append("let \(label) = \(type)(attributeValue: elements[\(key)] ?? .null)")
      arguments.append("\(SwiftNames.asArgument(member)): \(label)")
    }
    declarations.append(
      ["struct \(name): CompositeValue {"] + properties
        + ["", "  static var elements: [AttributeDescription] {"] + descriptions
        + ["  }", "", "  var elementValues: [String: AttributeValue] {", "    ["]
        + Self.list(values, last: values.count > 1 ? "," : "") + ["    ]", "  }", "}"])
    // In an extension, so that the memberwise initializer remains.
    declarations.append(
      ["extension \(name) {", "  init?(elements: [String: AttributeValue]) {", "    guard"]
        + Self.list(conditions, last: "") + ["    else { return nil }"]
        + SwiftStatement("self.init", arguments).lines(indent: 4).map { "    \($0)" }
        + ["  }", "}"])
  }

  private typealias Lists = ([String], [String], [String], [String], [String])

  private static func list(_ texts: [String], last end: String) -> [String] {
    texts.enumerated().map { place, text in
      "      \(text)\(place < texts.count - 1 ? "," : end)"
    }
  }
}
