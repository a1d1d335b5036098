import Armature

extension Call {
  /// Returns the model without the rules whose closures it lacks, and warns once that they are not checked.
  ///
  /// A model from a store or a JSON file has only the names of closures. Without this method, every object would fail
  /// these rules.
  func skippingClosures(of model: ManagedObjectModel) throws -> ManagedObjectModel {
    guard let rules = Self.unboundRules(of: model) else { return model }
    session.warn("The rules with closures are not checked: \(rules). To check them, \(remedy).")
    return try model.passingUnboundRules()
  }

  /// - Throws: ``CommandError`` if the model lacks the closures of rules, which objects must satisfy to be saved.
  func mustHaveClosures(_ model: ManagedObjectModel) throws {
    guard let rules = Self.unboundRules(of: model) else { return }
    throw CommandError(
      .usage,
      "The model must have the closures of all rules before objects are saved, but lacks these: "
        + "\(rules). Nothing was loaded: \(remedy).")
  }

  private var remedy: String {
    "pass the Swift file that declares the model instead of \(modelPath.shown)"
  }

  /// Returns the names of the rules without closures, or `nil` if the model has all closures.
  private static func unboundRules(of model: ManagedObjectModel) -> String? {
    // Sub-entities inherit rules.
    var (known, names) = (Set<String>(), [String]())
    for entity in model.declarations {
      for name in entity.unboundRuleNames where known.insert("\(entity.name) \(name)").inserted {
        names.append("\(entity.name.displayEscaped()) \(name.quotedForMessage)")
      }
    }
    if names.isEmpty { return nil }
    let more = names.count - mostNames
    return names.prefix(mostNames).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }

  /// The maximum number of rules that a message names.
  private static let mostNames = 5
}

extension EntityDescription {
  fileprivate var unboundRuleNames: [String] {
    (rules + ownProperties.compactMap(\.asAttribute).flatMap(\.allRules)).compactMap { rule in
      guard rule.isUnbound, case .custom(let name, _) = rule.requirement else { return nil }
      return name
    }
  }
}
