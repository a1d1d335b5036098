import Armature

/// Models with common shapes, and with shapes that are hard to draw or write.
enum ToolModels {
  /// Entities with links mostly to near neighbours.
  static func near(_ count: Int, links: Int) throws -> ManagedObjectModel {
    var random = SplitMix64(seed: 1)
    return try model(
      count,
      (0..<links).map { _ in
        let from = random.below(count)
        return (from, random.oneIn(3) ? random.below(count) : (from + random.below(4)) % count)
      })
  }

  /// Entities that each lead to the next one and to a distant one.
  static func ring(_ count: Int) throws -> ManagedObjectModel {
    try model(
      count, (0..<count).map { ($0, ($0 + 1) % count) } + (0..<count).map { ($0, $0 * 7 % count) })
  }

  /// Entities that are all linked with each other.
  static func clique(_ count: Int) throws -> ManagedObjectModel {
    try model(count, (0..<count).flatMap { to in (0..<to).map { ($0, to) } })
  }

  /// Entities that each inherit from the previous one and add an attribute.
  static func chain(_ count: Int) throws -> ManagedObjectModel {
    try ManagedObjectModel(
      "Chain",
      entities: (0..<count).map { number in
        EntityDescription(
          "Entity\(number)", parent: number == 0 ? nil : "Entity\(number - 1)",
          properties: [.attribute(AttributeDescription("value\(number)", .int64))])
      })
  }

  /// Entities with four attributes and to-many relationships.
  private static func model(
    _ count: Int, _ links: [(from: Int, to: Int)]
  ) throws -> ManagedObjectModel {
    var properties: [[PropertyDescription]] = (0..<count).map { _ in
      [
        .attribute(AttributeDescription("name", .string)),
        .attribute(AttributeDescription("amount", .int64)),
        .attribute(AttributeDescription("made", .date, isOptional: true)),
        .attribute(AttributeDescription("isOpen", .bool, default: .constant(.bool(false)))),
      ]
    }
    for (number, link) in links.enumerated() {
      let (there, back) = ("links\(number)", "back\(number)")
      properties[link.from].append(
        .relationship(
          RelationshipDescription(there, to: "Entity\(link.to)", .toMany, inverse: back)))
      properties[link.to].append(
        .relationship(RelationshipDescription(back, to: "Entity\(link.from)", inverse: there)))
    }
    return try ManagedObjectModel(
      "Large",
      entities: properties.enumerated().map { EntityDescription("Entity\($0)", properties: $1) })
  }

  /// An Xcode model: entities with ten attributes and a bidirectional relationship.
  static func xcodeContents(entities count: Int) -> String {
    let attributes = (0..<10).map { number in
      "        <attribute name=\"value\(number)\" optional=\"YES\" attributeType=\"String\"/>\n"
    }.joined()
    let entities = (0..<count).map { number in
      """
          <entity name="Entity\(number)" representedClassName="Entity\(number)" syncable="YES">
      \(attributes)        <relationship name="next" optional="YES" maxCount="1" deletionRule="Nullify" \
      destinationEntity="Entity\((number + 1) % count)" inverseName="previous" \
      inverseEntity="Entity\((number + 1) % count)"/>
              <relationship name="previous" optional="YES" maxCount="1" deletionRule="Nullify" \
      destinationEntity="Entity\((number + count - 1) % count)" inverseName="next" \
      inverseEntity="Entity\((number + count - 1) % count)"/>
          </entity>

      """
    }.joined()
    return """
      <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" \
      lastSavedToolsVersion="22222" systemVersion="23A344" minimumToolsVersion="Automatic" \
      sourceLanguage="Swift" userDefinedModelVersionIdentifier="">
      \(entities)</model>

      """
  }
}
