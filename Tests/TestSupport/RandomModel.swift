package import ArmatureModel

/// Random valid models: hierarchies, attributes of all kinds, relationships with and without inverses, rules with
/// matching defaults.
package struct RandomModel {
  private var random: SplitMix64
  package private(set) var entities: [EntityDescription] = []

  /// - Parameter prefix: The prefix of entity names.
  package init(seed: UInt64, prefix: String = "E") {
    random = SplitMix64(seed: seed)
    let count = Int.random(in: 1...8, using: &random)
    for index in 0..<count {
      var entity = EntityDescription("\(prefix)\(index)")
      if index > 0, Bool.random(using: &random) {
        entity.parent = "\(prefix)\(Int.random(in: 0..<index, using: &random))"
      }
      entities.append(entity)
    }
    for index in entities.indices {
      let hasHeirs = entities.contains { $0.parent == entities[index].name }
      entities[index].isAbstract = hasHeirs && Bool.random(using: &random)
      for number in 0..<Int.random(in: 0...6, using: &random) {
        entities[index].ownProperties.append(.attribute(attribute("e\(index)a\(number)")))
      }
      addRules(index)
    }
    for number in 0..<Int.random(in: 0...count, using: &random) { addRelationship(number) }
    entities.shuffle(using: &random)
  }

  /// Returns the same model, declared in another order.
  package mutating func shuffled() -> [EntityDescription] {
    var shuffled = entities.shuffled(using: &random)
    for index in shuffled.indices {
      shuffled[index].ownProperties.shuffle(using: &random)
      shuffled[index].uniquenessConstraints.shuffle(using: &random)
    }
    return shuffled
  }

  private mutating func attribute(_ name: String) -> AttributeDescription {
    var attribute = AttributeDescription(name, .string)
    attribute.isOptional = Bool.random(using: &random)
    switch Int.random(in: 0..<10, using: &random) {
    case 0:
      attribute.rules = [ValidationRule(.length(minimum: 1, maximum: 9))]
      attribute.defaultValue = .constant("short")
    case 1:
      attribute.rules = [ValidationRule(.pattern("[a-z]{2,}"))]
      attribute.defaultValue = .constant("ab")
    case 2:
      attribute.type = .int16
      attribute.rules = [
        ValidationRule(.range(minimum: 0, maximum: 300, excludesMaximum: true))
      ]
      attribute.defaultValue = .constant(299)
    case 3:
      attribute.type = .enumeration(name: "Kind", raw: .string, cases: ["a", "b"])
      attribute.defaultValue = .constant("b")
    case 4:
      var elements = [self.attribute("x"), self.attribute("y")]
      for index in elements.indices {
        elements[index].defaultValue = nil
        elements[index].allowsExternalBinaryDataStorage = false
      }
      attribute.type = .composite(elements)
    case 5:
      attribute.type = .date
      attribute.defaultValue = .now
    case 6:
      attribute.type = .double
      attribute.rules = [ValidationRule(.membership([0.5, 1.5]))]
    case 7:
      attribute.type = .transformable(name: "Colour", stored: .data)
      attribute.allowsExternalBinaryDataStorage = attribute.isOptional
    case 8: attribute.type = .int64
    default: break
    }
    return attribute
  }

  private mutating func addRules(_ index: Int) {
    let attributes = entities[index].attributes(declaredIn: entities)
      .filter { $0.type == .string || $0.type.isNumeric }
    guard let first = attributes.randomElement(using: &random) else { return }
    if Bool.random(using: &random) {
      entities[index].uniquenessConstraints.append(UniquenessConstraint([first.name]))
      entities[index].indexes.append(IndexDescription([.init(first.name)]))
    }
    entities[index].rules.append(
      ValidationRule(
        .predicate(
          name: "rule of E\(index)",
          .comparison(.keyPath([first.name]), .notEqual, .constant(.null)))))
  }

  private mutating func addRelationship(_ number: Int) {
    let source = entities.indices.randomElement(using: &random) ?? 0
    let destination = entities.indices.randomElement(using: &random) ?? 0
    let arities: [RelationshipDescription.Arity] = [.toOne, .toMany, .ordered]
    var relationship = RelationshipDescription("r\(number)", to: entities[destination].name)
    relationship.arity = arities.randomElement(using: &random) ?? .toOne
    relationship.isOptional = Bool.random(using: &random)
    var inverse = RelationshipDescription("i\(number)", to: entities[source].name)
    inverse.arity = arities.randomElement(using: &random) ?? .toOne
    // One side, the other, both, or neither names the inverse.
    let names = Int.random(in: 0..<4, using: &random)
    if names & 1 != 0 { relationship.inverse = inverse.name }
    if names & 2 != 0 { inverse.inverse = relationship.name }
    if relationship.arity != .toOne { relationship.maximumCount = 9 }
    entities[source].ownProperties.append(.relationship(relationship))
    entities[destination].ownProperties.append(.relationship(inverse))
  }
}

extension EntityDescription {
  /// Returns the attributes, including inherited ones.
  fileprivate func attributes(declaredIn entities: [EntityDescription]) -> [AttributeDescription] {
    let own = ownProperties.compactMap(\.asAttribute)
    guard let parent = entities.first(where: { $0.name == parent }) else { return own }
    return parent.attributes(declaredIn: entities) + own
  }
}
