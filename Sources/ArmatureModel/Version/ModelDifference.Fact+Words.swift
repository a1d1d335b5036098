extension ModelDifference.Fact: CustomStringConvertible {
  /// The change in words. The text can follow the names of the entity and the property.
  public var description: String {
    switch self {
    case .entityAdded, .relationshipAdded(isOptional: true), .fetchedPropertyAdded: "added"
    case .entityRemoved, .attributeRemoved, .relationshipRemoved, .fetchedPropertyRemoved: "removed"
    case .attributeAdded(let value): "added, \(value.words)"
    case .relationshipAdded: "added, required"
    case .entityRenamed(let name), .propertyRenamed(let name): "renamed from \(name.inMessage)"
    case .becameAbstract: "became abstract"
    case .becameConcrete: "is no longer abstract"
    case .parentChanged(let from, let to, _): Self.words("the parent", from, to)
    case .classChanged(let from, let to): Self.words("the class", from, to)
    case .configurationsChanged(let added, let removed):
      "the configurations changed" + Self.list(added, removed)
    case .uniquenessAdded(let names): "\(names.inMessage) became unique"
    case .uniquenessRemoved(let names): "\(names.inMessage) is no longer unique"
    case .indexesChanged: "the indexes changed"
    case .fetchedPropertyChanged: "the fetched property changed"
    case .propertyMoved(let from, let to): "moved from \(from.inMessage) to \(to.inMessage)"
    case .becameRelationship: "was an attribute and is a relationship"
    case .becameAttribute: "was a relationship and is an attribute"
    default: details
    }
  }

  private var details: String {
    switch self {
    case .typeChanged(let from, let to): Self.words("the type", from.swiftName, to.swiftName)
    case .swiftTypeChanged(let from, let to): Self.words("the Swift type", from, to)
    case .casesChanged(let added, let removed):
      "the cases changed" + Self.list(added.map(\.description), removed.map(\.description))
    case .becameOptional: "became optional"
    case .becameRequired(let hasDefault):
      "became required" + (hasDefault ? ", with a default" : "")
    case .becameTransient: "became transient"
    case .becameStored(let value): "became stored, \(value.words)"
    case .transientChanged: "changed, but is transient"
    case .becameDerived: "became derived"
    case .becameUnderived: "is no longer derived"
    case .becameExternal: "became stored externally"
    case .becameInternal: "is no longer stored externally"
    case .derivationChanged: "the derivation changed"
    case .defaultChanged: "the default changed"
    case .identificationChanged(let isIdentifying):
      isIdentifying ? "became identifying" : "is no longer identifying"
    case .destinationChanged(let from, let to, _): Self.words("the destination", from, to)
    case .arityChanged(let from, let to): "was \(from.words) and is \(to.words)"
    case .inverseChanged(let from, let to): Self.words("the inverse", from, to)
    case .countsChanged(let isTighter): "the counts became \(isTighter ? "tighter" : "looser")"
    case .deleteRuleChanged(let from, let to):
      Self.words("the delete rule", from.rawValue, to.rawValue)
    case .ownershipChanged(let isOwned):
      isOwned ? "owns its objects" : "no longer owns its objects"
    case .ruleAdded(let rule): "the rule \(rule.words) is new"
    case .ruleRemoved(let rule): "the rule \(rule.words) was removed"
    case .ruleChanged(let from, let to): "the rule \(from.words) became \(to.words)"
    case .keyChanged(let from, let to): Self.words("the JSON key", from, to)
    case .modifierChanged(let from, let to): Self.words("the version modifier", from, to)
    default: "the user info changed"
    }
  }

  private static func words(_ what: String, _ from: String?, _ to: String?) -> String {
    "\(what) changed from \(from?.inMessage ?? "none") to \(to?.inMessage ?? "none")"
  }

  private static func list(_ added: [String], _ removed: [String]) -> String {
    let parts = [("added", added), ("removed", removed)].filter { !$0.1.isEmpty }
    return parts.map { ", \($0.0): \($0.1.joined(separator: ", "))" }.joined()
  }
}

extension ModelDifference.InitialValue {
  fileprivate var words: String {
    switch self {
    case .defaultValue: "with a default"
    case .derived: "derived"
    case .absent: "optional"
    case .transient: "transient"
    case .missing: "required and without a default"
    }
  }
}

extension ModelDifference.Compatibility {
  /// The compatibility in words: `needs a mapping`.
  var words: String {
    switch self {
    case .none: "nothing to migrate"
    case .lightweight: "lightweight"
    case .needsMapping: "needs a mapping"
    case .mayLose: "may lose"
    case .breaking: "breaking"
    }
  }
}

extension RelationshipDescription.Arity {
  fileprivate var words: String {
    switch self {
    case .toOne: "to-one"
    case .toMany: "to-many"
    case .ordered: "ordered"
    }
  }
}
