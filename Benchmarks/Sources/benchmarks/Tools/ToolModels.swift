import Armature

/// Models of shapes that are hard to draw or to write, and such as are usual.
enum ToolModels {
  /// Entities most of whose links lead to others near them.
  static func near(_ count: Int, links: Int) throws -> ManagedObjectModel {
    var random = SplitMix64(seed: 1)
    return try model(
      count,
      (0..<links).map { _ in
        let from = random.below(count)
        return (from, random.oneIn(3) ? random.below(count) : (from + random.below(4)) % count)
      })
  }

  /// Entities each of which leads to the next, and to one that is far from it.
  static func ring(_ count: Int) throws -> ManagedObjectModel {
    try model(
      count, (0..<count).map { ($0, ($0 + 1) % count) } + (0..<count).map { ($0, $0 * 7 % count) })
  }

  /// Entities each of which has a link to each other.
  static func clique(_ count: Int) throws -> ManagedObjectModel {
    try model(count, (0..<count).flatMap { to in (0..<to).map { ($0, to) } })
  }

  /// Entities each of which inherits from the one before, and adds an attribute.
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

  /// A model as Xcode keeps it: entities with ten attributes and a relationship in both directions.
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
