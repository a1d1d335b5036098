public import Armature

/// A list of the suspicious rules of a model.
///
/// An audit finds such rules by generating objects. A rule is suspicious if no value breaks it, if no object satisfies
/// it, or if other rules make it redundant.
///
/// ```swift
/// let audit = try ManagedObjectModel("Shop") {
///   Entity("Product") {
///     Attribute("price", Int.self).range(1...1000)
///     Rule("no price is negative") { $0.price >= 0 }
///   }
/// }.audit()
/// print(audit)
/// #expect(audit.findings.count == 1)
/// ```
/// A finding is the result of a search, not a proof. It means that the audit has found no such object, although one may
/// exist. This is very unlikely for rules that compare values with constants. However, a search cannot look into a
/// closure. If it finds no object that breaks or satisfies a closure, the rule is therefore ``undecided``.
public struct ModelAudit: Sendable, CustomStringConvertible {
  /// The findings, in the order of entities, properties and rules.
  public let findings: [Finding]
  /// The rules with closures that no object breaks or satisfies, among the objects that were found.
  ///
  /// They are not suspicious, because a search can only guess values for a closure. Test them with objects of your own.
  public let undecided: [Finding]
  /// The entities for which the audit has found no valid object. Their rules could not be examined further.
  public let unexamined: [String]

  /// A rule that has no effect, or that rejects too much.
  public struct Finding: Sendable, Hashable, CustomStringConvertible {
    /// The failure of the rule.
    public let rule: ExpectedFailure
    /// The kind of the finding.
    public let kind: Kind
    /// The place in the source code where the rule is declared.
    public let site: DeclarationSite
    /// The severity of the rule.
    public let severity: ValidationRule.Severity
    /// Whether the rule is a closure.
    let isClosure: Bool

    /// A kind of finding.
    public enum Kind: Sendable, Hashable {
      /// No value breaks the rule.
      case unbreakable
      /// No object satisfies the rule together with the other rules.
      case unkeepable
      /// Every object that breaks the rule also breaks each of these rules, so the rule is redundant.
      ///
      /// A warning never makes an error redundant, because objects with warnings can be saved.
      case implied(by: [ExpectedFailure])
      /// Every object that breaks the rule also breaks at least one of these rules. For example, `a < c` follows from
      /// `a < b` and `b < c`.
      case impliedTogether(by: [ExpectedFailure])
    }

    /// A message with the rule, the finding, and possible remedies.
    public var message: String {
      switch kind {
      case .unbreakable where isClosure:
        "\(rule) is not broken by any object that was found. Since the rule is a closure, the "
          + "search could only guess values. Test the rule with an object that breaks it."
      case .unkeepable where isClosure:
        "\(rule) is not satisfied by any object that was found. Since the rule is a closure, the "
          + "search could only guess values. Test the rule with an object that satisfies it."
      case .unbreakable:
        "\(rule) is not broken by any object that was found. If none can break it, remove the "
          + "rule, or"
          + " correct its bounds."
      case .unkeepable:
        "\(rule) is not satisfied by any object that was found, together with the other rules. "
          + (severity == .error
            ? "No valid object is possible, or only with values that a search cannot guess."
            : "Every object has the warning, except objects with values that a search cannot "
              + "guess.")
      case .implied(let others):
        "\(rule) is broken only where \(others.map(\.description).joined(separator: " and "))"
          + " is broken, too, among the objects that were found. If this is always the case, "
          + "remove the rule,"
          + " or correct its bounds."
      case .impliedTogether(let others):
        "\(rule) is broken only where \(others.map(\.description).joined(separator: " or "))"
          + " is broken, too, among the objects that were found. If this is always the case, "
          + "remove the rule,"
          + " or correct its bounds."
      }
    }

    /// The message, and the place in the source code where the rule is declared.
    public var description: String {
      site.description.isEmpty ? message : "\(message)\n  declared at \(site)"
    }
  }

  /// The findings as paragraphs, followed by the undecided rules and the unexamined entities. If there are none of
  /// these, the text is a single sentence.
  public var description: String {
    var lines = (findings + undecided).map(\.description)
    if !unexamined.isEmpty {
      lines.append(Self.unexaminedMessage(unexamined.joined(separator: ", ")))
    }
    return lines.isEmpty
      ? "Every rule can be satisfied, and can be broken on its own." : lines.joined(separator: "\n")
  }

  /// The message about entities without a valid object.
  package static func unexaminedMessage(_ entities: String) -> String {
    "The rules of \(entities) were not checked one by one, since no valid object was found, or "
      + "none of a required entity. Correct the rules that cannot be satisfied, and check again."
  }
}

extension ManagedObjectModel {
  /// Returns the rules that no value breaks, that no object satisfies, or that other rules make redundant.
  ///
  /// A rule that reads related objects is reported only if no object satisfies it.
  ///
  /// - Parameter seed: The seed. Different seeds search different objects.
  /// - Complexity: A search of up to a few thousand steps for each rule.
  public func audit(seed: UInt64 = 0) -> ModelAudit {
    var findings: [ModelAudit.Finding] = []
    var unexamined: [String] = []
    for entity in entities where !entity.isAbstract {
      let unkeepable = unkeepableRules(of: entity, seed)
      findings += unkeepable ?? search(entity, seed).compactMap(finding)
      if unkeepable != nil { unexamined.append(entity.name) }
    }
    // A closure of which objects were found only with other failures is a finding.
    func isUndecided(_ finding: ModelAudit.Finding) -> Bool {
      finding.isClosure && [.unbreakable, .unkeepable].contains(finding.kind)
    }
    return ModelAudit(
      findings: findings.filter { !isUndecided($0) }, undecided: findings.filter(isUndecided),
      unexamined: unexamined)
  }

  private func finding(
    _ target: RuleTarget, _ outcome: CounterexampleSearch.Outcome
  ) -> ModelAudit.Finding? {
    // The search only changes objects near the start, so a missing result proves nothing about rules that read others.
    if readsRelatedObjects(target) { return nil }
    switch outcome {
    case .found: return nil
    case .never: return ModelAudit.Finding(target, .unbreakable)
    case .onlyWith(let companions, _):
      let common = companions.common
      if !common.isEmpty { return ModelAudit.Finding(target, .implied(by: common)) }
      // A bound is useful even if it follows from an order between two properties.
      guard case .rule = target.means else { return nil }
      return companions.oneOfEach.map { ModelAudit.Finding(target, .impliedTogether(by: $0)) }
    }
  }

  /// Returns whether a rule reads, or may read, other objects.
  private func readsRelatedObjects(_ target: RuleTarget) -> Bool {
    guard case .rule(let rule) = target.means, let entity = self[target.entity] else {
      return false
    }
    func isRelationship(_ name: String) -> Bool {
      entity.property(named: name)?.asRelationship != nil
    }
    let conditions = rule.condition?.paths.compactMap(\.first) ?? []
    switch rule.requirement {
    case .predicate(_, let predicate):
      return (conditions + predicate.paths.compactMap(\.first)).contains(where: isRelationship)
    case .custom(_, let names):
      return names.isEmpty && !entity.relationships.isEmpty
        || (conditions + names).contains(where: isRelationship)
    default: return false
    }
  }

  /// Returns the rules that no object satisfies together with the others; `nil` if a valid object was found.
  private func unkeepableRules(
    of entity: EntityDescription, _ seed: UInt64
  ) -> [ModelAudit.Finding]? {
    let context = ManagedObjectContext(model: self)
    do {
      try ObjectGenerator(self, seed: seed).make(entity.name, in: context)
      return nil
    } catch let error as GenerationError where error.entity == entity.name {
      return error.report.map { failure in
        .init(
          rule: ExpectedFailure(failure), kind: .unkeepable, site: failure.ruleSite ?? .unknown,
          severity: failure.severity, isClosure: failure.kind.isOfClosure)
      }
    } catch {
      // The rule belongs to a required entity, which reports it.
      return []
    }
  }
}

extension ModelAudit.Finding {
  fileprivate init(_ target: RuleTarget, _ kind: Kind) {
    self.init(
      rule: target.failure, kind: kind, site: target.site, severity: target.severity,
      isClosure: target.means.isClosure)
  }
}

extension RuleTarget.Means {
  /// Whether the rule to break is a closure.
  fileprivate var isClosure: Bool {
    switch self {
    case .value(_, let rule, _), .rule(let rule): rule.requirement.isClosure
    case .absent, .count, .same: false
    }
  }
}

extension ValidationFailure.Kind {
  /// Whether a closure has rejected the object.
  fileprivate var isOfClosure: Bool {
    switch self {
    case .rule(let requirement, _, _, _): requirement.isClosure
    case .threw, .unboundRule: true
    default: false
    }
  }
}

extension ValidationRule.Requirement {
  fileprivate var isClosure: Bool { if case .custom = self { true } else { false } }
}
