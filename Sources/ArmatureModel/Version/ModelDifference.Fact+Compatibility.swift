extension ModelDifference.Fact {
  /// The compatibility with stores that a kind of change usually has, and its reason.
  ///
  /// ``ChangeAssessment`` corrects it for changes whose effect depends on the two models.
  var assessment: (compatibility: ModelDifference.Compatibility, reason: String) {
    switch self {
    case .entityAdded: (.lightweight, "Old stores have no objects of it.")
    case .entityRemoved: (.lightweight, "Its objects are dropped.")
    case .entityRenamed: (.lightweight, "Its objects are kept under the new name.")
    case .becameAbstract:
      (.needsMapping, "Its own objects must become objects of a sub-entity.")
    case .becameConcrete: (.lightweight, "Old objects are unchanged.")
    case .parentChanged(_, _, mergesHierarchies: true):
      (.lightweight, "Objects of separate hierarchies are brought together.")
    case .parentChanged:
      (.lightweight, "Objects keep the properties that old and new ancestors share.")
    case .configurationsChanged: (.none, "Stores keep the objects of all configurations.")
    case .uniquenessAdded:
      (.needsMapping, "Old objects may have equal values, so they must be checked.")
    case .uniquenessRemoved: (.lightweight, "Old objects stay valid.")
    case .classChanged, .userInfoChanged: (.none, "It does not affect stores.")
    case .indexesChanged: (.none, "Indexes hold no data of their own.")
    case .ruleAdded, .ruleRemoved, .ruleChanged:
      (.none, "Old objects are checked when they are next validated.")
    case .keyChanged: (.none, "It does not affect stores; files with the old key must be changed.")
    case .modifierChanged: (.needsMapping, "The meaning of the stored values has changed.")
    default: propertyAssessment
    }
  }

  private var propertyAssessment: (compatibility: ModelDifference.Compatibility, reason: String) {
    switch self {
    case .attributeAdded(let value), .becameStored(let value): value.assessment
    case .attributeRemoved: (.lightweight, "Its values are dropped.")
    case .relationshipAdded(isOptional: true): (.lightweight, "Old objects have no link.")
    case .relationshipAdded: (.needsMapping, "Old objects have no object to lead to.")
    case .relationshipRemoved: (.lightweight, "Its links are dropped.")
    case .fetchedPropertyAdded, .fetchedPropertyRemoved, .fetchedPropertyChanged:
      (.none, "It does not affect stores.")
    case .propertyRenamed: (.lightweight, "Its values are kept under the new name.")
    case .propertyMoved: (.lightweight, "Its values move along.")
    case .becameRelationship, .becameAttribute:
      (.needsMapping, "A mapping must say which object each value stands for.")
    case .typeChanged(let from, let to): from.conversion(to: to).assessment
    case .swiftTypeChanged: (.none, "Values are stored as before.")
    case .casesChanged(_, let removed):
      removed.isEmpty
        ? (.none, "Old values stay cases.")
        : (.needsMapping, "Old values may be removed cases.")
    case .becameOptional: (.lightweight, "Old objects stay valid.")
    case .becameRequired(hasDefault: true):
      (.lightweight, "Objects without a value get the default.")
    case .becameRequired: (.needsMapping, "Old objects without a value need one.")
    case .becameTransient: (.lightweight, "Its stored values are dropped.")
    case .transientChanged: (.lightweight, "It is not stored.")
    case .becameDerived: (.lightweight, "Its values are computed again.")
    case .becameUnderived: (.lightweight, "The last computed values stay.")
    case .becameExternal, .becameInternal: (.lightweight, "Its values stay, and move.")
    case .derivationChanged: (.none, "Values are computed again when objects are saved.")
    case .defaultChanged: (.none, "Only new objects get it.")
    case .identificationChanged: (.none, "It matters only when data is loaded.")
    case .destinationChanged(_, _, isWider: true):
      (.lightweight, "Old links lead to objects of the new destination.")
    case .destinationChanged: (.needsMapping, "Old links may lead to objects of another entity.")
    case .arityChanged(let from, let to): Self.assessment(from, to)
    case .inverseChanged(nil, _): (.lightweight, "The other side follows from the links.")
    case .inverseChanged(_, nil): (.lightweight, "The links of this side stay.")
    case .inverseChanged: (.needsMapping, "Old links belong to another relationship.")
    case .countsChanged(isTighter: true):
      (.needsMapping, "Old objects may lead to too few or too many.")
    case .countsChanged: (.lightweight, "Old objects stay valid.")
    case .ownershipChanged(isOwned: true):
      (.lightweight, "Old objects without an owner become invalid.")
    case .deleteRuleChanged: (.none, "It matters only when an object is deleted.")
    default: (.none, "It does not affect stores.")
    }
  }

  private static func assessment(
    _ from: RelationshipDescription.Arity, _ to: RelationshipDescription.Arity
  ) -> (compatibility: ModelDifference.Compatibility, reason: String) {
    switch (from, to) {
    case (.toOne, _): (.lightweight, "The one object stays.")
    case (_, .toOne): (.needsMapping, "One of several objects must be chosen.")
    case (_, .ordered): (.lightweight, "Old objects get the order in which they are found.")
    case (_, .toMany): (.lightweight, "The order is dropped.")
    }
  }
}

extension ModelDifference.InitialValue {
  fileprivate var assessment: (compatibility: ModelDifference.Compatibility, reason: String) {
    switch self {
    case .defaultValue: (.lightweight, "Old objects get the default.")
    case .derived: (.lightweight, "Its values are computed.")
    case .absent: (.lightweight, "Old objects have no value for it.")
    case .transient: (.lightweight, "It is not stored.")
    case .missing: (.needsMapping, "Old objects have no value for it.")
    }
  }
}

extension TypeConversion {
  fileprivate var assessment: (compatibility: ModelDifference.Compatibility, reason: String) {
    switch self {
    case .exact: (.lightweight, "Every old value fits.")
    case .partial: (.needsMapping, "Old values must be converted, and some may not fit.")
    case .impossible:
      (.breaking, "No old value can become a new one. Keep the old attribute, and add another.")
    }
  }
}
