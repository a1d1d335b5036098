import ArmatureModel

/// Finds relationships that lead back: where one entity has one relationship to another, and that one to it.
enum SchemaInverses {
  private struct Link {
    let entity: Int
    let property: Int
  }

  private struct Ends: Hashable {
    let from: String
    let to: String
  }

  static func find(in entities: inout [SchemaEntity]) {
    var links: [Ends: [Link]] = [:]
    for (index, entity) in entities.enumerated() {
      for (place, property) in entity.description.ownProperties.enumerated() {
        guard let relationship = property.asRelationship else { continue }
        links[Ends(from: entity.name, to: relationship.destination), default: []].append(
          Link(entity: index, property: place))
      }
    }
    for (ends, there) in links where ends.from < ends.to {
      guard there.count == 1, let back = links[Ends(from: ends.to, to: ends.from)],
        back.count == 1
      else { continue }
      connect(there[0], back[0], in: &entities)
      connect(back[0], there[0], in: &entities)
    }
  }

  private static func connect(_ link: Link, _ other: Link, in entities: inout [SchemaEntity]) {
    let name = entities[other.entity].description.ownProperties[other.property].name
    guard
      case .relationship(var relationship) = entities[link.entity].description.ownProperties[
        link.property]
    else { return }
    relationship.inverse = name
    entities[link.entity].description.ownProperties[link.property] = .relationship(relationship)
  }
}
