public import Armature

/// What is odd about the rules of a model, seen from the objects that there can be.
///
/// A finding rests on a search: that no object was found, not that there is none. For rules that
/// compare a value with constants the two are nearly the same.
public struct ModelAudit: Sendable, CustomStringConvertible {
  /// The findings, in the order of entities, properties and rules.
  public let findings: [Finding]

  /// A rule that does nothing, or too much.
  public struct Finding: Sendable, Hashable, CustomStringConvertible {
    /// The failure of the rule.
    public let rule: ExpectedFailure
    /// What is odd about it.
    public let kind: Kind
    /// Where the rule was declared.
    public let site: DeclarationSite

    /// What is odd about a rule.
    public enum Kind: Sendable, Hashable {
      /// No value breaks it.
      case unbreakable
      /// No object keeps it together with the other rules.
      case unkeepable
      /// Whatever breaks it breaks these, too: it says nothing that they do not.
      case implied(by: [ExpectedFailure])
    }

    /// The rule, what is odd, and what can be done.
    public var description: String {
      let place = site.description.isEmpty ? "" : "\n  declared at \(site)"
      return switch kind {
      case .unbreakable:
        "\(rule) is broken by no object that was found. If none can break it, remove the rule, or"
          + " correct its bounds."
          + place
      case .unkeepable:
        "\(rule) is kept by no object that was found, together with the other rules. No valid"
          + " object can be made, or only with values that nobody guesses." + place
      case .implied(let others):
        "\(rule) is broken only where \(others.map(\.description).joined(separator: " and "))"
          + " is broken, too, among the objects that were found. If that is always so, remove the rule,"
          + " or correct its bounds." + place
      }
    }
  }

  /// The findings, a paragraph for each; a sentence if there are none.
  public var description: String {
    if findings.isEmpty { return "Every rule can be kept, and broken by itself." }
    return findings.map(\.description).joined(separator: "\n")
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
    var findings = entities.filter { !$0.isAbstract }.flatMap { unkeepableRules(of: $0, seed) }
    for (target, outcome) in search(seed: seed) {
      switch outcome {
      case .found: break
      // The search changes the object and some near it: that it found none tells nothing of rules that
      // look at others.
      case _ where readsRelatedObjects(target): break
      case .never:
        findings.append(.init(rule: target.failure, kind: .unbreakable, site: target.site))
      case .onlyWith(let others, _) where !others.isEmpty:
        findings.append(
          .init(rule: target.failure, kind: .implied(by: others), site: target.site))
      case .onlyWith: break
      }
    }
    return ModelAudit(findings: findings)
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

  private func unkeepableRules(
    of entity: EntityDescription, _ seed: UInt64
  ) -> [ModelAudit.Finding] {
    let context = ManagedObjectContext(model: self)
    do {
      try ObjectGenerator(self, seed: seed).make(entity.name, in: context)
      return []
    } catch let error as GenerationError where error.entity == entity.name {
      return error.report.map { failure in
        .init(
          rule: ExpectedFailure(failure), kind: .unkeepable, site: failure.ruleSite ?? .unknown)
      }
    } catch {
      // That of an entity that this one requires: told there.
      return []
    }
  }
}
