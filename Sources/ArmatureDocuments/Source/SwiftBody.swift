import ArmatureModel

/// Swift source of an entity's properties, constraints, indexes, templates and rules.
struct SwiftBody {
  private(set) var lines: [String] = []
  /// Whether the source uses Foundation.
  private(set) var needsFoundation = false
  /// The entity that the parts belong to.
  let entity: EntityDescription
  /// The structs for the entity's composites; composites without one are declared in place.
  let composites: SwiftComposites
  /// The properties that key paths of the schema can reach, by name. It is `nil` if properties are given by their names
  /// as text.
  let reached: [String: PropertyDescription]?
  /// The indentation of the lines.
  let indent: Int

  init(
    of entity: EntityDescription, composites: SwiftComposites = SwiftComposites(),
    reached: [String: PropertyDescription]? = nil, indent: Int
  ) {
    (self.entity, self.composites, self.reached, self.indent) = (
      entity, composites, reached, indent
    )
  }

  /// Adds a property, named as text.
  mutating func add(_ property: PropertyDescription) {
    switch property {
    case .attribute(let attribute): add(attribute, label: nil)
    case .relationship(let relationship): add(SwiftRelationship(relationship))
    case .fetched(let fetched):
      var arguments = [fetched.name.swiftLiteral, "of: \(fetched.destination.swiftLiteral)"]
      if !fetched.orderedBy.isEmpty {
        arguments.append(
          "orderedBy: [\(fetched.orderedBy.map { text(of: $0) }.joined(separator: ", "))]")
      }
      if let limit = fetched.limit { arguments.append("limit: \(limit)") }
      addClosure("FetchedProperty", arguments, fetched.predicate)
    }
  }

  mutating func add(_ relationship: SwiftRelationship) {
    lines += relationship.lines(indent: indent)
  }

  /// Adds an attribute.
  ///
  /// - Parameters:
  ///   - label: The name of the schema's property; `nil` outside of schemas.
  ///   - derivation: The typed call that derives the value; `nil` if it is derived from data, or not at all.
  mutating func add(
    _ attribute: AttributeDescription, label: String?, derivation: String? = nil
  ) {
    let constraint = entity.uniquenessConstraints.first {
      entity.attributeSaying($0)?.name == attribute.name
    }
    let source = SwiftAttribute(
      attribute, uniqueness: constraint?.severity, label: label, derivation: derivation,
      composites: composites, path: [entity.name, attribute.name], indent: indent)
    needsFoundation = needsFoundation || source.needsFoundation
    lines += source.lines
  }

  private mutating func text(of order: FetchOrder) -> String {
    let options =
      order.options.isEmpty ? "" : ", options: .init(rawValue: \(order.options.rawValue))"
    if case .keyPath(let path) = order.expression, path.level == 0,
      !path.names.contains(where: { $0.contains(".") })
    {
      return
        ".\(order.isAscending ? "ascending" : "descending")(\(path.names.joined(separator: ".").swiftLiteral)\(options))"
    }
    var data = SwiftPredicateData()
    let text = data.text(order.expression)
    needsFoundation = needsFoundation || data.needsFoundation
    return "FetchOrder(\(text)\(order.isAscending ? "" : ", isAscending: false")\(options))"
  }

  /// Adds a uniqueness constraint.
  mutating func add(_ constraint: UniquenessConstraint) {
    var arguments = constraint.properties.map(named)
    if constraint.severity == .warning { arguments.append("severity: .warning") }
    lines += SwiftStatement("Unique", arguments).lines(indent: indent)
  }

  /// Adds an index.
  mutating func add(_ index: IndexDescription) {
    if index.isFullText { return addFullText(index) }
    var arguments = index.elements.map { named($0.property) }
    // The declaration has a single direction for all elements.
    if index.elements.first?.isAscending == false { arguments.append("ascending: false") }
    if index.elements.first?.kind == .rTree { arguments.append("kind: .rTree") }
    if let predicate = index.predicate {
      var data = SwiftPredicateData()
      arguments.append("where: \(data.text(predicate))")
      needsFoundation = needsFoundation || data.needsFoundation
    }
    lines += SwiftStatement("Index", arguments).lines(indent: indent)
  }

  private mutating func addFullText(_ index: IndexDescription) {
    var arguments = index.elements.map { element in
      reached == nil
        ? element.property.swiftLiteral
        : "\\."
          + element.property.split(separator: ".").map { SwiftNames.escaped(String($0)) }
          .joined(separator: ".")
    }
    if index.elements.contains(where: { $0.weight != 1 }) {
      let weights = index.elements.map { element in
        Int(exactly: element.weight).map(String.init) ?? "\(element.weight)"
      }
      arguments.append("weights: [\(weights.joined(separator: ", "))]")
    }
    if index.tokenizer != .words { arguments.append("tokenizer: .\(index.tokenizer)") }
    lines += SwiftStatement("FullText", arguments).lines(indent: indent)
  }

  private func named(_ property: String) -> String {
    reached == nil ? property.swiftLiteral : "\\.\(SwiftNames.escaped(property))"
  }

  /// Adds a fetch template.
  mutating func add(_ template: FetchTemplateDescription) {
    addClosure("FetchTemplate", [template.name.swiftLiteral], template.predicate)
  }

  /// Adds a rule over several properties, except closures, which cannot be written.
  mutating func add(_ rule: ValidationRule) {
    if case .document(let name, let schema, let others) = rule.requirement {
      return addDocument(rule, name, schema, others)
    }
    guard case .predicate(let name, let predicate) = rule.requirement else { return }
    var arguments = [name.swiftLiteral]
    if rule.severity == .warning { arguments.append("severity: .warning") }
    if let condition = rule.condition {
      let source = SwiftPredicate(condition, reached: reached)
      arguments.append("when: \(source.closure)")
      needsFoundation = needsFoundation || source.needsFoundation
    }
    if let message = rule.message { arguments.append("message: \(message.swiftLiteral)") }
    addClosure("Rule", arguments, predicate, reached: reached)
  }

  private mutating func addDocument(
    _ rule: ValidationRule, _ name: String, _ schema: JSONValue, _ others: String?
  ) {
    guard let text = SwiftLiteral(.json(schema), .json).text else { return }
    let statement = SwiftStatement(
      "Rule",
      [
        name.swiftLiteral, "schema: \(text)", others.map { "others: \($0.swiftLiteral)" },
        rule.severity == .warning ? "severity: .warning" : nil,
        rule.message.map { "message: \($0.swiftLiteral)" },
      ].compactMap { $0 })
    lines += statement.lines(indent: indent)
  }

  /// Adds a declaration with a condition in braces, on one or more lines.
  private mutating func addClosure(
    _ name: String, _ arguments: [String], _ predicate: FetchPredicate,
    reached: [String: PropertyDescription]? = nil
  ) {
    let source = SwiftPredicate(predicate, reached: reached)
    needsFoundation = needsFoundation || source.needsFoundation
    let line = "\(name)(\(arguments.joined(separator: ", "))) \(source.closure)"
    if indent + line.count <= SwiftLines.width {
      lines.append(line)
      return
    }
    var statement = SwiftStatement(name, arguments)
    if let words = source.words, indent + 2 + words.count <= SwiftLines.width {
      statement.body = [words]
    } else {
      statement.parameter = "_ in"
      statement.body = SwiftLines.broken(source.data, indent: indent + 2)
    }
    lines += statement.lines(indent: indent)
  }
}

extension EntityDescription {
  /// Returns the attribute whose own modifier expresses a constraint.
  func attributeSaying(_ constraint: UniquenessConstraint) -> AttributeDescription? {
    guard constraint.properties.count == 1, let name = constraint.properties.first else {
      return nil
    }
    return ownProperties.compactMap(\.asAttribute).first { attribute in
      guard attribute.name == name else { return false }
      if case .composite = attribute.type { return false }
      return true
    }
  }
}
