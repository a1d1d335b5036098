import ArmatureModel

/// Swift source of a relationship.
struct SwiftRelationship {
  private var statement: SwiftStatement

  /// Creates the source in the dynamic tier.
  init(_ relationship: RelationshipDescription) {
    var arguments = [
      relationship.name.swiftLiteral, "to: \(relationship.destination.swiftLiteral)",
    ]
    if relationship.isToMany { arguments.append(".\(relationship.arity)") }
    if let inverse = relationship.inverse { arguments.append("inverse: \(inverse.swiftLiteral)") }
    if let rule = Self.deleteRule(of: relationship) { arguments.append(rule) }
    statement = SwiftStatement("Relationship", arguments)
    addCalls(of: relationship, isTyped: false)
  }

  /// Creates the source as a property of a schema.
  ///
  /// - Parameters:
  ///   - destination: The type of the destination.
  ///   - inverse: The inverse property. It is `nil` if there is no inverse, or if the inverse names this property.
  ///   - isOwnInverse: Whether the relationship is its own inverse.
  init(
    _ relationship: RelationshipDescription, to destination: String, inverse: String?,
    isOwnInverse: Bool
  ) {
    var arguments: [String] = []
    if let inverse { arguments.append("inverse: \\.\(SwiftNames.escaped(inverse))") }
    if relationship.arity == .ordered { arguments.append("ordered: true") }
    if let rule = Self.deleteRule(of: relationship) { arguments.append(rule) }
    let label = SwiftNames.escaped(relationship.name)
    let kind = relationship.isToMany ? "ToMany" : "ToOne"
    // The compiler cannot infer a property's type from a key path to itself.
    statement = SwiftStatement(
      isOwnInverse
        ? "let \(label): \(kind)<\(destination)> = \(kind)"
        : "let \(label) = \(kind)<\(destination)>",
      arguments)
    addCalls(of: relationship, isTyped: true)
  }

  /// Returns whether a schema's property can express the relationship completely.
  static func hasWords(for relationship: RelationshipDescription) -> Bool {
    relationship.isToMany || relationship.minimumCount == 0 && relationship.maximumCount == 0
  }

  /// Returns the lines with an indentation.
  func lines(indent: Int) -> [String] { statement.lines(indent: indent) }

  private static func deleteRule(of relationship: RelationshipDescription) -> String? {
    relationship.deleteRule == .nullify || relationship.isOwned
      ? nil : "onDelete: .\(relationship.deleteRule)"
  }

  private mutating func addCalls(of relationship: RelationshipDescription, isTyped: Bool) {
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
    if relationship.isOwned {
      statement.call("owned", [relationship.arity == .toMany ? "ordered: false" : nil])
    }
    if let key = relationship.mapKey {
      statement.call("keyed", "by: \(isTyped ? "\\.\(SwiftNames.escaped(key))" : key.swiftLiteral)")
    }
    if relationship.isTransient { statement.call("transient") }
    statement.callLast(
      key: relationship.key, of: relationship.name, renamedFrom: relationship.renamingIdentifier,
      version: relationship.versionHashModifier, silencing: relationship.silenced,
      userInfo: relationship.userInfo)
  }
}
