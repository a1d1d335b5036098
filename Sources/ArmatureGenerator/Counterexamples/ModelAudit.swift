public import Armature

/// What is odd about the rules of a model, seen from the objects that there can be.
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
/// A finding rests on a search, so it says that no object was found, not that there is none. For rules
/// that compare a value with constants, this is nearly the same.
public struct ModelAudit: Sendable, CustomStringConvertible {
  /// The findings, in the order of entities, properties and rules.
  public let findings: [Finding]
  /// The entities of which no valid object was found, so that nothing else is known of their rules.
  public let unexamined: [String]

  /// A rule that does nothing, or too much.
  public struct Finding: Sendable, Hashable, CustomStringConvertible {
    /// The failure of the rule.
    public let rule: ExpectedFailure
    /// What is odd about it.
    public let kind: Kind
    /// Where the rule was declared.
    public let site: DeclarationSite
    /// Whether an object that breaks it can be saved, with a warning.
    public let severity: ValidationRule.Severity

    /// What is odd about a rule.
    public enum Kind: Sendable, Hashable {
      /// No value breaks it.
      case unbreakable
      /// No object keeps it together with the other rules.
      case unkeepable
      /// Whatever breaks it breaks each of these, too: it says nothing that they do not.
      ///
      /// A warning implies no error, since an object that has it can be saved.
      case implied(by: [ExpectedFailure])
      /// Whatever breaks it breaks one of these, too, as `a < c` follows from `a < b` and `b < c`.
      case impliedTogether(by: [ExpectedFailure])
    }

    /// The rule, what is odd, and what can be done.
    public var message: String {
      switch kind {
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

    /// The message, and where the rule was declared.
    public var description: String {
      site.description.isEmpty ? message : "\(message)\n  declared at \(site)"
    }
  }

  /// The findings, a paragraph for each, and what was not looked at; a sentence if there are none.
  public var description: String {
    var lines = findings.map(\.description)
    if !unexamined.isEmpty {
      lines.append(
        "The rules of \(unexamined.joined(separator: ", ")) were not checked one by one, since "
          + "no valid object was found, or none of a required entity. Correct the rules that "
          + "cannot be satisfied, and check again.")
    }
    return lines.isEmpty
      ? "Every rule can be satisfied, and can be broken on its own." : lines.joined(separator: "\n")
  }
}

extension ManagedObjectModel {
  /// Looks for rules that no value can break, none can keep, or that another rule implies.
  ///
  /// Of a rule that looks at related objects it is told only if none can keep it.
  ///
  /// - Parameter seed: Another number searches among other objects.
  /// - Complexity: A search of up to some thousand steps for each rule.
  public func audit(seed: UInt64 = 0) -> ModelAudit {
    var findings: [ModelAudit.Finding] = []
    var unexamined: [String] = []
    for entity in entities where !entity.isAbstract {
      let unkeepable = unkeepableRules(of: entity, seed)
      findings += unkeepable ?? search(entity, seed).compactMap(finding)
      if unkeepable != nil { unexamined.append(entity.name) }
    }
    return ModelAudit(findings: findings, unexamined: unexamined)
  }

  private func finding(
    _ target: RuleTarget, _ outcome: CounterexampleSearch.Outcome
  ) -> ModelAudit.Finding? {
    // The search changes the object and some near it: that it found none tells nothing of rules that look
    // at others.
    if readsRelatedObjects(target) { return nil }
    switch outcome {
    case .found: return nil
    case .never: return ModelAudit.Finding(target, .unbreakable)
    case .onlyWith(let companions, _):
      let common = companions.common
      if !common.isEmpty { return ModelAudit.Finding(target, .implied(by: common)) }
      // A bound says something by itself, also where an order between two properties lets it follow.
      guard case .rule = target.means else { return nil }
      return companions.oneOfEach.map { ModelAudit.Finding(target, .impliedTogether(by: $0)) }
    }
  }

  /// Whether a rule looks, or may look, at other objects than its own.
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

  /// The rules that no object keeps together with the others; `nil` if a valid object was found.
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
          severity: failure.severity)
      }
    } catch {
      // That of an entity that this one requires: told there.
      return []
    }
  }
}

extension ModelAudit.Finding {
  fileprivate init(_ target: RuleTarget, _ kind: Kind) {
    self.init(rule: target.failure, kind: kind, site: target.site, severity: target.severity)
  }
}
