extension PredicateCheck {
  /// The end of a path or of another expression.
  struct PathEnd {
    var kind: PredicateKind
    /// The entity of the objects at the end. If the end is an attribute, the entity of the objects that have the
    /// attribute.
    var entity: EntityDescription?
    /// The property of the outermost object at the start of the path.
    var property: String?
    /// The first part of the path that leads to several values; `nil` if the path leads to a single value.
    var several: String?
    /// Whether the values are ordered, so that each has a position.
    var isOrdered = false
    /// Whether the end is an attribute, an element of an attribute, or a computed value.
    var isAttribute: Bool
    /// The owner of the attribute at the end, if the owner is the end of a path itself.
    var owner: PredicateIssue.Term?
    /// Whether the end is the entity of an object. It stands for the name of the entity.
    var isEntity = false

    init(_ kind: PredicateKind, several: String? = nil, isAttribute: Bool = false) {
      self.kind = kind
      self.several = several
      self.isAttribute = isAttribute
    }
  }

  /// Follows a path through the model. If the path has an issue, reports the first one and returns `nil`.
  mutating func follow(_ path: FetchPath) -> PathEnd? {
    let index = scopes.count - 1 - path.level
    guard scopes.indices.contains(index) else {
      report(.beyondOutermost(path: "\(path)"), at: nil)
      return nil
    }
    // An unknown object has already been reported.
    guard let entity = scopes[index].entity else { return nil }
    var end = PathEnd(.object(entity.name))
    end.entity = entity
    end.property = scopes[index].property ?? (index == 0 ? path.names.first : nil)
    let levels = Array(repeating: "^", count: path.level).joined(separator: ".")
    return follow(path.names, from: end, levels)
  }

  /// Follows properties from the end of another expression.
  ///
  /// - Parameter start: The text of that expression. It is empty for the object itself.
  mutating func follow(_ names: [String], from start: PathEnd, _ text: String) -> PathEnd? {
    var end = start
    var way = text
    let whole = ((text.isEmpty ? [] : [text]) + names.map(\.pathStep)).joined(separator: ".")
    for name in names {
      guard step(to: name, way: way, whole: whole, &end) else { return nil }
      way = way.isEmpty ? name : "\(way).\(name)"
    }
    return end
  }

  private mutating func step(
    to name: String, way: String, whole: String, _ end: inout PathEnd
  ) -> Bool {
    func fail(_ fact: PredicateIssue.Fact) -> Bool {
      report(fact, at: end.property)
      return false
    }
    if end.isEntity, name == ObjectMember.entityName {
      end.isEntity = false
      return true
    }
    if end.isAttribute {
      guard case .composite(let elements)? = end.kind.type?.storage else {
        return fail(.noProperties(path: whole, name: way, kind: end.kind.phrase))
      }
      guard let element = elements.element(named: name) else {
        let near = nearMiss(name, in: elements.map(\.name))
        return fail(.unknownProperty(path: whole, name: name, entity: way, nearMiss: near))
      }
      end.owner = PredicateIssue.Term(way, end.kind.phrase)
      end.kind = PredicateKind(element.type)
      return true
    }
    guard let entity = end.entity else { return false }
    let reached = way.isEmpty ? name : "\(way).\(name)"
    switch entity.property(named: name) {
    case nil:
      if let member = ObjectMember(rawValue: name) {
        end.isAttribute = true
        end.isOrdered = false
        end.isEntity = member == .entity
        end.kind =
          end.isEntity
          ? .entityName(entity.name)
          : PredicateKind(.object(entity.name), "the ID of an object of \(entity.name)")
        return true
      }
      let near = nearMiss(name, in: entity.properties.map(\.name))
      return fail(.unknownProperty(path: whole, name: name, entity: entity.name, nearMiss: near))
    case .fetched: return fail(.fetchedProperty(path: whole, name: reached))
    case .attribute(let attribute):
      if !way.isEmpty, !way.hasSuffix("^") {
        end.owner = PredicateIssue.Term(way, end.kind.phrase)
      }
      end.isAttribute = true
      end.isOrdered = false
      end.kind = PredicateKind(attribute.type)
      return true
    case .relationship(let relationship):
      end.isOrdered = relationship.arity == .ordered && end.several == nil
      if relationship.isToMany, end.several == nil { end.several = reached }
      end.kind = .object(relationship.destination)
      end.entity = lookup(relationship.destination)
      // A missing destination is an issue of the relationship, and not of the predicate.
      return end.entity != nil
    }
  }
}
