import ArmatureModel
import Testing

/// A single change of a valid model, and its expected effect.
struct ModelMutation: CustomTestStringConvertible, Sendable {
  enum Effect: Sendable {
    /// The model is rejected with this issue, and possibly with consequences elsewhere.
    case refused(ModelIssue.Code)
    /// The model becomes another version.
    case newFingerprint
    /// The model stays the same version.
    case sameFingerprint
  }

  let testDescription: String
  let effect: Effect
  /// - Returns: Whether there was something to change.
  let apply: @Sendable (inout [EntityDescription]) -> Bool

  private init(
    _ title: String, _ effect: Effect,
    _ apply: @escaping @Sendable (inout [EntityDescription]) -> Bool
  ) {
    testDescription = title
    self.effect = effect
    self.apply = apply
  }

  private static func entity(
    _ title: String, _ effect: Effect,
    _ change: @escaping @Sendable (inout EntityDescription) -> Void
  ) -> ModelMutation {
    ModelMutation(title, effect) { entities in
      change(&entities[0])
      return true
    }
  }

  private static func attribute(
    _ title: String, _ effect: Effect,
    where condition: @escaping @Sendable (AttributeDescription) -> Bool = { _ in true },
    _ change: @escaping @Sendable (inout AttributeDescription) -> Void
  ) -> ModelMutation {
    property(title, effect) { property in
      guard case .attribute(var attribute) = property, condition(attribute) else { return false }
      change(&attribute)
      property = .attribute(attribute)
      return true
    }
  }

  private static func relationship(
    _ title: String, _ effect: Effect,
    where condition: @escaping @Sendable (RelationshipDescription) -> Bool = { _ in true },
    _ change: @escaping @Sendable (inout RelationshipDescription) -> Void
  ) -> ModelMutation {
    property(title, effect) { property in
      guard case .relationship(var relationship) = property, condition(relationship) else {
        return false
      }
      change(&relationship)
      property = .relationship(relationship)
      return true
    }
  }

  /// Changes the first property for which a closure returns true.
  private static func property(
    _ title: String, _ effect: Effect,
    _ change: @escaping @Sendable (inout PropertyDescription) -> Bool
  ) -> ModelMutation {
    ModelMutation(title, effect) { entities in
      for entity in entities.indices {
        for index in entities[entity].ownProperties.indices
        where change(&entities[entity].ownProperties[index]) {
          return true
        }
      }
      return false
    }
  }

  /// Makes the first suitable attribute that satisfies a condition identifying.
  private static func identify(
    _ entities: inout [EntityDescription], where condition: (EntityDescription, String) -> Bool
  ) -> Bool {
    for entity in entities.indices {
      for index in entities[entity].ownProperties.indices {
        guard case .attribute(var attribute) = entities[entity].ownProperties[index],
          !attribute.isOptional, !attribute.isTransient, attribute.derivation == nil,
          [.string, .int64, .int32, .int16, .uuid].contains(attribute.type),
          condition(entities[entity], attribute.name)
        else { continue }
        attribute.isIdentifying = true
        entities[entity].ownProperties[index] = .attribute(attribute)
        return true
      }
    }
    return false
  }

  static let all: [ModelMutation] = [
    entity("entity without a name", .refused(.invalidName)) { $0.name = "" },
    entity("unknown parent", .refused(.unknownParent)) { $0.parent = "Nobody" },
    entity("parent of itself", .refused(.inheritanceCycle)) { $0.parent = $0.name },
    entity("unknown uniqueness", .refused(.unknownProperty)) {
      $0.uniquenessConstraints.append(UniquenessConstraint(["nothing"]))
    },
    entity("empty index", .refused(.emptyPropertyList)) { $0.indexes.append(IndexDescription([])) },
    entity("rule of a value", .refused(.misplacedRule)) {
      $0.rules.append(ValidationRule(.required))
    },
    entity("unknown path", .refused(.unknownPath)) {
      $0.rules.append(
        ValidationRule(
          .predicate(
            name: "bad", .comparison(.keyPath(["nothing"]), .equal, .constant(.null)))))
    },
    ModelMutation("entity twice", .refused(.duplicateEntity)) { entities in
      entities.append(EntityDescription(entities[0].name))
      return true
    },
    ModelMutation("property twice", .refused(.duplicateProperty)) { entities in
      guard let index = entities.firstIndex(where: { !$0.ownProperties.isEmpty }) else {
        return false
      }
      entities[index].ownProperties.append(entities[index].ownProperties[0])
      return true
    },
    attribute("reserved name", .refused(.reservedName)) { $0.name = "objectID" },
    attribute("default of another type", .refused(.defaultType)) {
      $0.defaultValue = .constant(.objects([]))
    },
    attribute(
      "default that breaks the rule", .refused(.defaultBreaksRule),
      where: {
        $0.type == .int16
      }
    ) { $0.defaultValue = .constant(300) },
    attribute("rule that does not fit", .refused(.unsupportedRule)) {
      $0.rules.append(ValidationRule(.count(minimum: 1, maximum: nil)))
    },
    attribute("bad pattern", .refused(.invalidPattern), where: { $0.type == .string }) {
      $0.rules.append(ValidationRule(.pattern("(")))
    },
    attribute("composite without elements", .refused(.compositeWithoutElements)) {
      $0.type = .composite([])
    },
    ModelMutation("identity that is not unique", .refused(.identityWithoutUniqueness)) { entities in
      identify(&entities) { entity, name in
        !entity.uniquenessConstraints.contains { $0.properties == [name] }
      }
    },
    relationship("unknown destination", .refused(.unknownDestination)) {
      $0.destination = "Nowhere"
    },
    relationship("unknown inverse", .refused(.unknownInverse)) { $0.inverse = "nothing" },
    relationship("negative count", .refused(.negativeCount)) { $0.minimumCount = -1 },
    relationship("reversed counts", .refused(.reversedCounts), where: \.isToMany) {
      $0.minimumCount = 10
      $0.maximumCount = 9
    },

    entity("modifier of an entity", .newFingerprint) { $0.versionHashModifier = "2" },
    entity("an attribute more", .newFingerprint) {
      $0.ownProperties.append(.attribute(AttributeDescription("more", .string, isOptional: true)))
    },
    ModelMutation("an entity more", .newFingerprint) { entities in
      entities.append(EntityDescription("More"))
      return true
    },
    entity("uniqueness of a new attribute", .newFingerprint) {
      $0.ownProperties.append(.attribute(AttributeDescription("more", .string)))
      $0.uniquenessConstraints.append(UniquenessConstraint(["more"]))
    },
    attribute("optionality", .newFingerprint) { $0.isOptional.toggle() },
    attribute("modifier of an attribute", .newFingerprint) { $0.versionHashModifier = "2" },
    attribute("type", .newFingerprint, where: { $0.type == .int64 }) { $0.type = .int32 },
    attribute(
      "external storage", .newFingerprint,
      where: { $0.type == .transformable(name: "Colour", stored: .data) }
    ) {
      $0.allowsExternalBinaryDataStorage.toggle()
    },
    attribute("type of an element", .newFingerprint) {
      guard case .composite(var elements) = $0.type else { return $0.isOptional.toggle() }
      elements[0].isOptional.toggle()
      $0.type = .composite(elements)
    },
    relationship("optionality of a relationship", .newFingerprint) { $0.isOptional.toggle() },
    relationship("order", .newFingerprint, where: { $0.arity == .toMany }) { $0.arity = .ordered },
    relationship("count", .newFingerprint, where: \.isToMany) { $0.maximumCount = 12 },

    entity("class", .sameFingerprint) { $0.className = "Other" },
    entity("configuration", .sameFingerprint) { $0.configurations.append("local") },
    entity("key of an entity", .sameFingerprint) { $0.key = "key" },
    entity("notes of an entity", .sameFingerprint) { $0.userInfo["a"] = "b" },
    entity("earlier name of an entity", .sameFingerprint) { $0.renamingIdentifier = "Old" },
    entity("rules of an entity", .sameFingerprint) { $0.rules = [] },
    entity("indexes", .sameFingerprint) { $0.indexes = [] },
    entity("fetched property", .sameFingerprint) {
      $0.ownProperties.append(
        .fetched(FetchedPropertyDescription("all", of: $0.name, where: .constant(true))))
    },
    attribute("default", .sameFingerprint) { $0.defaultValue = nil },
    attribute("rules", .sameFingerprint) { $0.rules = [] },
    attribute("key", .sameFingerprint) { $0.key = "key" },
    ModelMutation("identity", .sameFingerprint) { entities in
      identify(&entities) { entity, name in
        entity.uniquenessConstraints.contains { $0.properties == [name] }
      }
    },
    attribute("cases", .sameFingerprint) {
      guard case .enumeration(let name, let raw, _) = $0.type else { return }
      $0.type = .enumeration(name: name + "2", raw: raw, cases: ["a", "b", "c"])
    },
    relationship("delete rule", .sameFingerprint) { $0.deleteRule = .deny },
    relationship("earlier name", .sameFingerprint) { $0.renamingIdentifier = "old" },
  ]
}
