import Armature
import ArmatureModel

/// Names separated by commas in an option: columns, or sort keys.
struct ColumnList {
  /// The names. Commas in parentheses do not separate.
  private let parts: [String]
  private let option: String
  private let call: Call

  /// The aggregates, by their names in predicates and by alternative names.
  private static let aggregates: [(name: String, aggregate: FetchExpression.Aggregate)] = [
    ("count", .count), ("sum", .sum), ("average", .average), ("minimum", .minimum),
    ("maximum", .maximum), ("avg", .average), ("min", .minimum), ("max", .maximum),
  ]

  /// Creates the list from the value of an option. Returns `nil` if the option was not given.
  init?(_ option: String, _ call: Call) {
    guard let text = call[option] else { return nil }
    (self.option, self.call) = (option, call)
    var depth = 0
    var parts = [""]
    for character in text {
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if character == "," && depth == 0 {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    self.parts = parts.map { $0.split(separator: " ").joined(separator: " ") }
  }

  /// Returns a column for each name. A name is a key path or an aggregate, and `as` can rename the column.
  func columns() throws -> [FetchColumn] {
    try parts.map { part in
      let words = part.split(separator: " ")
      let isNamed = words.count == 3 && words[1].lowercased() == "as"
      guard isNamed || words.count == 1 else {
        throw wrong(part, "as in \"writer.name\", \"count()\" or \"sum(pages) as pages\"")
      }
      return try column(String(words[0]), as: isNamed ? String(words[2]) : nil)
    }
  }

  private func column(_ text: String, as name: String?) throws -> FetchColumn {
    guard text.hasSuffix(")"), let start = text.firstIndex(of: "(") else {
      return .property(text, as: name)
    }
    let function = String(text[..<start])
    let path = text[text.index(after: start)...].dropLast()
    guard let known = Self.aggregates.first(where: { $0.name == function.lowercased() }) else {
      throw call.wrong(
        Suggestion.text(function, "is not an aggregate", among: Self.aggregates.map(\.name)))
    }
    if path.isEmpty {
      guard known.aggregate == .count else {
        throw wrong(text, "with a property in parentheses, as in \"\(function)(pages)\"")
      }
      return .count(as: name ?? "count")
    }
    return FetchColumn(
      name ?? text, .keyPath(FetchPath(dotted: String(path))), aggregate: known.aggregate)
  }

  /// Returns each name as a sort key; a leading minus reverses the order.
  func orders() throws -> [FetchOrder] {
    try parts.map { part in
      let path = part.hasPrefix("-") ? String(part.dropFirst()) : part
      if path.isEmpty || path.contains(" ") {
        throw wrong(part, "as in \"writer.name\" or, in descending order, \"-pages\"")
      }
      return part.hasPrefix("-") ? .descending(path) : .ascending(path)
    }
  }

  private func wrong(_ part: String, _ form: String) -> CommandError {
    call.wrong("--\(option) must be names separated by commas, \(form), but has \"\(part.shown)\".")
  }
}

extension ColumnList {
  /// Returns the default columns of an entity, which are its attributes and its to-one relationships. If the
  /// destination of a relationship has an identifying attribute, the column shows this attribute.
  static func columns(of entity: EntityDescription, in model: ManagedObjectModel) -> [FetchColumn] {
    let hasKinds = model.entities.contains { $0.parent == entity.name }
    // The object itself, which a table shows by its entity.
    let kind = hasKinds ? [FetchColumn("@entity", .keyPath([]))] : []
    let attributes = entity.attributes.filter { !$0.isTransient }.map {
      FetchColumn.property($0.name)
    }
    let links = entity.relationships.filter { !$0.isToMany }.map { link -> FetchColumn in
      let identifying = model[link.destination]?.identifyingAttributes ?? []
      let path = identifying.count == 1 ? "\(link.name).\(identifying[0].name)" : link.name
      return .property(path, as: link.name)
    }
    return kind + attributes + links
  }
}

extension FetchColumn {
  /// Returns the type of the column's attribute; `nil` if its values do not come from an attribute.
  func type(_ entity: EntityDescription, _ model: ManagedObjectModel) -> AttributeType? {
    guard case .keyPath(let path) = expression, let name = path.names.last,
      aggregate == nil || aggregate == .minimum || aggregate == .maximum
    else { return nil }
    var owner: EntityDescription? = entity
    for step in path.names.dropLast() {
      owner = owner?.relationships.first { $0.name == step }.flatMap { model[$0.destination] }
    }
    return owner?.attributes.first { $0.name == name }?.type
  }
}
