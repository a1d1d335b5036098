import ArmatureModel

/// A search for relationships that are inverses of each other. Two relationships are paired if they are the only ones
/// between two entities.
///
/// A schema does not state inverses. The result is a guess, and is therefore reported.
enum SchemaInverses {
  private struct Link {
    let entity: Int
    let property: Int
  }

  private struct Ends: Hashable {
    let from: String
    let to: String
  }

  /// - Parameter tell: Receives each pair of relationships.
  static func find(
    in entities: inout [SchemaEntity],
    _ tell: (_ entity: EntityDescription, _ property: String, _ inverse: String) -> Void
  ) {
    var links: [Ends: [Link]] = [:]
    for (index, entity) in entities.enumerated() {
      for (place, property) in entity.description.ownProperties.enumerated() {
        guard let relationship = property.asRelationship, !relationship.isOwned else { continue }
        links[Ends(from: entity.name, to: relationship.destination), default: []].append(
          Link(entity: index, property: place))
      }
    }
    for (ends, there) in links.sorted(by: { ($0.key.from, $0.key.to) < ($1.key.from, $1.key.to) })
    where ends.from < ends.to {
      guard there.count == 1, let back = links[Ends(from: ends.to, to: ends.from)],
        back.count == 1
      else { continue }
      tell(
        entities[there[0].entity].description, name(of: there[0], in: entities),
        "\(ends.to).\(name(of: back[0], in: entities))")
      connect(there[0], back[0], in: &entities)
      connect(back[0], there[0], in: &entities)
    }
  }

  private static func connect(_ link: Link, _ other: Link, in entities: inout [SchemaEntity]) {
    let name = name(of: other, in: entities)
    guard
      case .relationship(var relationship) = entities[link.entity].description.ownProperties[
        link.property]
    else { return }
    relationship.inverse = name
    // The object at the other end is around this one, or has several parts.
    if !relationship.isToMany { relationship.deleteRule = .nullify }
    entities[link.entity].description.ownProperties[link.property] = .relationship(relationship)
  }

  private static func name(of link: Link, in entities: [SchemaEntity]) -> String {
    entities[link.entity].description.ownProperties[link.property].name
  }
}
