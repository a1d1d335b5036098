import ArmatureModel

/// An entity as Swift.
struct SwiftEntity {
  let name: String
  /// The declaration, from the first column on.
  private(set) var lines: [String] = []
  /// Whether something of Foundation is named.
  private(set) var needsFoundation = false

  private let entity: EntityDescription
  /// How far the body stands from the edge: that of the model or function around it, and its own.
  private static let indent = 4

  init(_ entity: EntityDescription) {
    self.entity = entity
    name = entity.name
    var arguments = [entity.name.swiftLiteral]
    if let parent = entity.parent { arguments.append("parent: \(parent.swiftLiteral)") }
    if entity.isAbstract { arguments.append("isAbstract: true") }
    if !entity.configurations.isEmpty {
      arguments.append("in: " + entity.configurations.map(\.swiftLiteral).joined(separator: ", "))
    }
    var body: [String] = []
    for property in entity.ownProperties { body += lines(of: property) }
    for constraint in entity.uniquenessConstraints where uniqueAttribute(of: constraint) == nil {
      var arguments = constraint.properties.map(\.swiftLiteral)
      if constraint.severity == .warning { arguments.append("severity: .warning") }
      body += SwiftStatement("Unique", arguments).lines(indent: Self.indent)
    }
    for index in entity.indexes { body += lines(of: index) }
    for template in entity.fetchTemplates {
      body += closureLines("FetchTemplate", [template.name.swiftLiteral], template.predicate)
    }
    for rule in entity.rules { body += lines(of: rule) }
    var statement = SwiftStatement("Entity", arguments, body: body)
    statement.callLast(
      key: entity.key, of: entity.name, renamedFrom: entity.renamingIdentifier,
      version: entity.versionHashModifier, silencing: entity.silenced, userInfo: entity.userInfo)
    lines = statement.lines(indent: Self.indent - 2)
  }

  /// The attribute whose word says what a constraint does.
  private func uniqueAttribute(of constraint: UniquenessConstraint) -> AttributeDescription? {
    guard constraint.properties.count == 1, let name = constraint.properties.first else {
      return nil
    }
    return entity.ownProperties.compactMap(\.asAttribute).first { attribute in
      guard attribute.name == name else { return false }
      if case .composite = attribute.type { return false }
      return true
    }
  }

  private mutating func lines(of property: PropertyDescription) -> [String] {
    switch property {
    case .attribute(let attribute):
      let constraint = entity.uniquenessConstraints.first {
        uniqueAttribute(of: $0)?.name == attribute.name
      }
      let source = SwiftAttribute(attribute, uniqueness: constraint?.severity, indent: Self.indent)
      needsFoundation = needsFoundation || source.needsFoundation
      return source.lines
    case .relationship(let relationship): return lines(of: relationship)
    case .fetched(let fetched):
      var arguments = [fetched.name.swiftLiteral, "of: \(fetched.destination.swiftLiteral)"]
      if !fetched.orders.isEmpty {
        arguments.append(
          "orderedBy: [\(fetched.orders.map { text(of: $0) }.joined(separator: ", "))]")
      }
      if let limit = fetched.limit { arguments.append("limit: \(limit)") }
      return closureLines("FetchedProperty", arguments, fetched.predicate)
    }
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

  private func lines(of relationship: RelationshipDescription) -> [String] {
    var arguments = [
      relationship.name.swiftLiteral, "to: \(relationship.destination.swiftLiteral)",
    ]
    if relationship.isToMany { arguments.append(".\(relationship.arity)") }
    if let inverse = relationship.inverse { arguments.append("inverse: \(inverse.swiftLiteral)") }
    if relationship.deleteRule != .nullify {
      arguments.append("onDelete: .\(relationship.deleteRule)")
    }
    var statement = SwiftStatement("Relationship", arguments)
    if relationship.isExpected {
      statement.call("required", "severity: .warning")
    } else if !relationship.isOptional {
      statement.call("required")
    }
    let (least, most) = (relationship.minimumCount, relationship.maximumCount)
    if least > 0 || most > 0 {
      let bounds = "\(least > 0 ? "\(least)" : "")...\(most > 0 ? "\(most)" : "")"
      statement.call(
        "count",
        [
          bounds, relationship.countSeverity == .warning ? "severity: .warning" : nil,
          relationship.countMessage.map { "message: \($0.swiftLiteral)" },
        ])
    }
    if relationship.isTransient { statement.call("transient") }
    statement.callLast(
      key: relationship.key, of: relationship.name, renamedFrom: relationship.renamingIdentifier,
      version: relationship.versionHashModifier, silencing: relationship.silenced,
      userInfo: relationship.userInfo)
    return statement.lines(indent: Self.indent)
  }

  private mutating func lines(of index: IndexDescription) -> [String] {
    var arguments = index.elements.map(\.property.swiftLiteral)
    // One direction for all is what the word has.
    if index.elements.first?.isAscending == false { arguments.append("ascending: false") }
    if index.elements.first?.kind == .rTree { arguments.append("kind: .rTree") }
    if let predicate = index.predicate {
      var data = SwiftPredicateData()
      arguments.append("where: \(data.text(predicate))")
      needsFoundation = needsFoundation || data.needsFoundation
    }
    return SwiftStatement("Index", arguments).lines(indent: Self.indent)
  }

  private mutating func lines(of rule: ValidationRule) -> [String] {
    // A closure cannot be written.
    guard case .predicate(let name, let predicate) = rule.requirement else { return [] }
    var arguments = [name.swiftLiteral]
    if rule.severity == .warning { arguments.append("severity: .warning") }
    if let condition = rule.condition {
      let source = SwiftPredicate(condition)
      arguments.append("when: \(source.closure)")
      needsFoundation = needsFoundation || source.needsFoundation
    }
    if let message = rule.message { arguments.append("message: \(message.swiftLiteral)") }
    return closureLines("Rule", arguments, predicate)
  }

  /// A declaration with a condition in braces, in one line or three.
  private mutating func closureLines(
    _ name: String, _ arguments: [String], _ predicate: FetchPredicate
  ) -> [String] {
    let source = SwiftPredicate(predicate)
    needsFoundation = needsFoundation || source.needsFoundation
    let line = "\(name)(\(arguments.joined(separator: ", "))) \(source.closure)"
    if Self.indent + line.count <= 100 { return [line] }
    let inner = source.closure.dropFirst(2).dropLast(2)
    if inner.hasPrefix("_ in ") {
      return [
        "\(name)(\(arguments.joined(separator: ", "))) { _ in", "  \(inner.dropFirst(5))", "}",
      ]
    }
    return SwiftStatement(name, arguments, body: [String(inner)]).lines(indent: Self.indent)
  }
}
