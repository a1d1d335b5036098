import ArmatureModel
import Testing

/// An invalid declaration, and all its expected issues.
struct BadModel: CustomTestStringConvertible, Sendable {
  /// An expected issue.
  ///
  /// The line is relative to the first entity; 0 for declarations made from data.
  struct Expected: Hashable, CustomStringConvertible {
    let code: ModelIssue.Code
    let line: Int
    let message: String

    init(_ code: ModelIssue.Code, _ line: Int, _ message: String) {
      self.code = code
      self.line = line
      self.message = message
    }

    var description: String { "\n+\(line) \(code): \(message)" }
  }

  let testDescription: String
  let entities: [EntityDescription]
  let issues: [Expected]

  init(
    _ title: String, _ issues: Expected..., @BadModelBuilder body: () -> [EntityDescription]
  ) {
    testDescription = title
    self.issues = issues
    entities = body()
  }

  /// The issues found by building the model.
  var found: [Expected] {
    do {
      _ = try ManagedObjectModel("Bad", entities: entities)
      return []
    } catch {
      return (error as? ModelError)?.issues.map(expected) ?? []
    }
  }

  /// The warnings of a valid model.
  var warnings: [Expected] {
    get throws { try ManagedObjectModel("Odd", entities: entities).warnings.map(expected) }
  }

  private func expected(_ issue: ModelIssue) -> Expected {
    let line = entities.first?.site.line ?? 0
    var message = issue.message
    // Sites in messages are relative as well.
    for site in entities.flatMap({ [$0.site] + $0.ownProperties.map(\.site) }) where site.line > 0 {
      message.replace("at \(site).", with: "at +\(site.line - line).")
    }
    return Expected(issue.code, issue.site.line - line, message)
  }
}

/// Collects entities from declarations and from data.
@resultBuilder enum BadModelBuilder {
  static func buildExpression(_ entity: Entity) -> [EntityDescription] { [entity.description] }
  static func buildExpression(_ entity: EntityDescription) -> [EntityDescription] { [entity] }
  static func buildExpression(_ entities: [EntityDescription]) -> [EntityDescription] { entities }
  static func buildBlock(_ parts: [EntityDescription]...) -> [EntityDescription] {
    parts.flatMap { $0 }
  }
}

typealias Expected = BadModel.Expected

/// Returns an entity `Book` made from data, without sites.
func book(_ properties: PropertyDescription..., rules: [ValidationRule] = []) -> EntityDescription {
  EntityDescription("Book", properties: properties, rules: rules)
}

/// Returns an attribute made from data.
func attribute(
  _ name: String, _ type: AttributeType, isOptional: Bool = false, isTransient: Bool = false,
  from derivation: FetchExpression? = nil, default value: DefaultValue? = nil,
  _ rules: ValidationRule.Requirement..., isIdentifying: Bool = false
) -> PropertyDescription {
  .attribute(
    AttributeDescription(
      name, type, isOptional: isOptional, isTransient: isTransient, derivation: derivation,
      default: value, rules: rules.map { ValidationRule($0) }, isIdentifying: isIdentifying))
}

/// Returns a rule over several properties, as the library declares one.
func rule(
  _ name: String, line: Int = #line, when condition: ((DynamicQuery) -> FetchPredicate)? = nil,
  _ predicate: (DynamicQuery) -> FetchPredicate
) -> EntityBody {
  let rule = ValidationRule(
    .predicate(name: name, predicate(DynamicQuery())), when: condition?(DynamicQuery()),
    site: DeclarationSite(file: #fileID, line: line))
  return EntityBody([.rule(rule)])
}
