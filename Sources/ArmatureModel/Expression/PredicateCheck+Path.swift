extension PredicateCheck {
  /// Where a path ends.
  struct PathEnd {
    var kind: PredicateKind
    /// The entity of the objects at the end, or of those that have the attribute there.
    var entity: EntityDescription?
    /// The property of the outermost object with which the path starts.
    var property: String?
    /// The first to-many relationship on the path, as the path up to it.
    var firstToMany: String?
    /// Whether the path ends at an attribute, or an element of one.
    var isAttribute = false
    /// What has the attribute at the end, where that is the end of a path itself.
    var ownerTerm: PredicateIssue.Term?

    var crossesToMany: Bool { firstToMany != nil }
  }

  /// Follows a path through the model; reports the first mistake on it and then yields `nil`.
  mutating func follow(_ path: FetchPath) -> PathEnd? {
    let index = scopes.count - 1 - path.level
    guard scopes.indices.contains(index) else {
      report(.beyondOutermost(path: "\(path)"), at: nil)
      return nil
    }
    // The object itself has been reported if it is not known.
    guard let entity = scopes[index].entity else { return nil }
    let property = scopes[index].property ?? (index == 0 ? path.names.first : nil)
    var end = PathEnd(kind: .object(entity.name), entity: entity, property: property)
    for (index, name) in path.names.enumerated() {
      let way = FetchPath(Array(path.names[..<index]), level: path.level)
      guard step(to: name, way: way, whole: path, &end) else { return nil }
    }
    return end
  }

  private mutating func step(
    to name: String, way: FetchPath, whole: FetchPath, _ end: inout PathEnd
  ) -> Bool {
    func fail(_ fact: PredicateIssue.Fact) -> Bool {
      report(fact, at: end.property)
      return false
    }
    if end.isAttribute {
      guard case .composite(let elements)? = end.kind.type?.storage else {
        return fail(.noProperties(path: "\(whole)", name: "\(way)", kind: end.kind.phrase))
      }
      guard let element = elements.first(where: { $0.name == name }) else {
        let near = nearMiss(name, in: elements.map(\.name))
        return fail(
          .unknownProperty(path: "\(whole)", name: name, entity: "\(way)", nearMiss: near))
      }
      end.ownerTerm = PredicateIssue.Term("\(way)", end.kind.phrase)
      end.kind = PredicateKind(element.type)
      return true
    }
    guard let entity = end.entity else { return false }
    let reached = way.appending(name)
    switch entity.property(named: name) {
    case nil:
      let near = nearMiss(name, in: entity.properties.map(\.name))
      return fail(
        .unknownProperty(path: "\(whole)", name: name, entity: entity.name, nearMiss: near))
    case .fetched: return fail(.fetchedProperty(path: "\(whole)", name: "\(reached)"))
    case .attribute(let attribute):
      if !way.names.isEmpty {
        end.ownerTerm = PredicateIssue.Term("\(way)", end.kind.phrase)
      }
      end.isAttribute = true
      end.kind = PredicateKind(attribute.type)
      return true
    case .relationship(let relationship):
      if relationship.isToMany, end.firstToMany == nil { end.firstToMany = "\(reached)" }
      end.kind = .object(relationship.destination)
      end.entity = lookup(relationship.destination)
      // A missing destination is an issue of the relationship; the condition is not to blame.
      return end.entity != nil
    }
  }
}
