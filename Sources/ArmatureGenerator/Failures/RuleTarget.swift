import Armature

/// A rule of an entity that an object should break, and the bound to cross.
struct RuleTarget: Hashable, Sendable {
  let entity: String
  /// The resulting failure.
  let failure: ExpectedFailure
  let site: DeclarationSite
  let means: Means
  /// The condition under which the rule applies.
  let condition: FetchPredicate?
  let severity: ValidationRule.Severity

  /// The way to break the rule.
  enum Means: Hashable, Sendable {
    /// The property is missing.
    case absent(String)
    /// An attribute, or an element of a composite one, has a value that breaks its rule.
    case value([String], ValidationRule, instead: ValidationRule.Requirement?)
    /// A relationship has the given number of objects.
    case count(String, Int)
    /// Another object has the same values.
    case same([String])
    /// A rule over several properties is false.
    case rule(ValidationRule)
  }

  /// Returns the rules of an entity, including inherited ones, in the order of validation.
  static func all(of entity: EntityDescription) -> [RuleTarget] {
    var targets = TargetList(entity: entity.name)
    for property in entity.properties {
      switch property {
      case .attribute(let attribute): targets.add(attribute)
      case .relationship(let relationship): targets.add(relationship)
      case .fetched: break
      }
    }
    for rule in entity.rules { targets.add(rule) }
    for constraint in entity.uniquenessConstraints { targets.add(constraint) }
    return targets.all
  }
}

/// Collects the rules of an entity.
private struct TargetList {
  let entity: String
  var all: [RuleTarget] = []

  private mutating func add(
    _ path: [String], _ code: ExpectedFailure.Code, _ means: RuleTarget.Means,
    _ site: DeclarationSite, _ condition: FetchPredicate? = nil,
    _ severity: ValidationRule.Severity = .error
  ) {
    all.append(
      RuleTarget(
        entity: entity,
        failure: ExpectedFailure(([entity] + path).joined(separator: "."), code),
        site: site, means: means, condition: condition, severity: severity))
  }

  mutating func add(_ attribute: AttributeDescription) {
    if attribute.derivation != nil { return }
    if !attribute.isOptional {
      add([attribute.name], .required, .absent(attribute.name), attribute.site)
    }
    addRules(of: attribute, [attribute.name])
  }

  private mutating func addRules(of attribute: AttributeDescription, _ path: [String]) {
    for rule in attribute.rules {
      func add(_ code: ExpectedFailure.Code, _ instead: ValidationRule.Requirement? = nil) {
        self.add(
          path, code, .value(path, rule, instead: instead), rule.site, rule.condition, rule.severity
        )
      }
      switch rule.requirement {
      case .required:
        if attribute.isOptional {
          self.add(
            path, .required, .absent(attribute.name), rule.site, rule.condition, rule.severity)
        }
      case .length(let minimum, let maximum):
        if let minimum, minimum > 0 { add(.tooShort, .length(minimum: 0, maximum: minimum - 1)) }
        if let maximum, maximum < .max {
          add(.tooLong, .length(minimum: maximum + 1, maximum: nil))
        }
      case .range(let minimum, let maximum, _):
        if minimum != nil {
          add(.tooSmall, .range(minimum: nil, maximum: minimum, excludesMaximum: true))
        }
        if maximum != nil {
          add(.tooLarge, .range(minimum: maximum, maximum: nil, excludesMaximum: false))
        }
      case .pattern: add(.pattern)
      case .format: add(.format)
      case .schema: add(.schema)
      case .membership: add(.membership)
      case .custom(let name, _): add(.rule(name))
      case .unique, .count, .predicate, .document: break
      }
    }
    guard case .composite(let elements) = attribute.type else { return }
    for element in elements { addRules(of: element, path + [element.name]) }
  }

  mutating func add(_ relationship: RelationshipDescription) {
    let (name, site) = (relationship.name, relationship.site)
    let severity = relationship.countSeverity
    if !relationship.isOptional || relationship.isExpected {
      add(
        [name], .required, .absent(name), site, nil, relationship.isOptional ? .warning : .error)
    }
    guard relationship.isToMany else { return }
    if relationship.minimumCount > 1 {
      add([name], .tooFew, .count(name, relationship.minimumCount - 1), site, nil, severity)
    }
    if relationship.maximumCount > 0 {
      add([name], .tooMany, .count(name, relationship.maximumCount + 1), site, nil, severity)
    }
  }

  mutating func add(_ rule: ValidationRule) {
    switch rule.requirement {
    case .predicate(let name, _), .custom(let name, _):
      add([], .rule(name), .rule(rule), rule.site, rule.condition, rule.severity)
    default: break
    }
  }

  mutating func add(_ constraint: UniquenessConstraint) {
    let path = constraint.properties.count == 1 ? constraint.properties : []
    add(path, .unique, .same(constraint.properties), constraint.site)
  }
}
