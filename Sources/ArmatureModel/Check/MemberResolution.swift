/// Conditions in which a count or a length behind a path is the property of that name, if there is
/// one, and the ID of an object the object itself.
///
/// A closure makes `$0.owner.count` without a model, so that it cannot know whether the number of
/// objects is meant or a property. Behind a to-many relationship, and behind text, it is never a
/// property; behind one object, or a composite, it can only be one. `owner.objectID` is what `owner` is,
/// so that indexes and links serve both alike, unless the element of a composite has that name.
package struct MemberResolution {
  /// Yields a property by the names of an entity and its own.
  private let property: (_ entity: String, _ name: String) -> PropertyDescription?

  /// Uses the properties of some entities.
  package init(_ property: @escaping (_ entity: String, _ name: String) -> PropertyDescription?) {
    self.property = property
  }

  /// The condition with properties in place of what stands for them; `nil` if nothing can.
  package func resolve(_ condition: FetchPredicate, about entity: String) -> FetchPredicate? {
    var mayStandForOther = false
    FetchNode.predicate(condition).forEach { node, _ in
      switch node {
      case .expression(.aggregate(.count, _)), .expression(.function(.length, _)):
        mayStandForOther = true
      case .expression(.keyPath(let path)):
        if path.names.last == Self.identity { mayStandForOther = true }
      case .expression(.properties(let names, _)):
        if names.last == Self.identity { mayStandForOther = true }
      default: break
      }
    }
    return mayStandForOther ? resolving(condition, [entity]) : nil
  }

  private static let identity = ObjectMember.objectID.rawValue

  /// - Parameter scopes: The entities of the object and of those of the subqueries, as far as known.
  private func resolving(_ condition: FetchPredicate, _ scopes: [String?]) -> FetchPredicate {
    condition.map { expression, _ in replacement(for: expression, scopes) }
  }

  private func replacement(
    for expression: FetchExpression, _ scopes: [String?]
  ) -> FetchExpression? {
    switch expression {
    case .aggregate(.count, of: .keyPath(let path)):
      return member("count", path, scopes)
    case .function(.length, let arguments):
      guard case .keyPath(let path)? = arguments.first else { return nil }
      return member("length", path, scopes)
    case .keyPath(let path) where path.names.last == Self.identity:
      let object = FetchExpression.keyPath(FetchPath(path.names.dropLast(), level: path.level))
      return isObject(object, scopes) ? object : nil
    case .properties(let names, let base) where names.last == Self.identity:
      let names = Array(names.dropLast())
      guard isObject(.properties(names, of: base), scopes) else { return nil }
      return base.map { expression, _ in replacement(for: expression, scopes) }.appending(names)
    case .subquery(let objects, let condition):
      let objects = objects.map { expression, _ in replacement(for: expression, scopes) }
      var entity: String?
      if case .entity(let name)? = end(of: objects, scopes)?.owner { entity = name }
      return .subquery(objects, where: resolving(condition, scopes + [entity]))
    default: return nil
    }
  }

  private func member(
    _ name: String, _ path: FetchPath, _ scopes: [String?]
  ) -> FetchExpression? {
    guard let end = end(of: .keyPath(path), scopes), !end.isMany, has(end.owner, name) else {
      return nil
    }
    return .keyPath(path.appending(name))
  }

  /// Whether an expression leads to objects, and to nothing that may have a property of any name.
  private func isObject(_ expression: FetchExpression, _ scopes: [String?]) -> Bool {
    if case .entity? = end(of: expression, scopes)?.owner { true } else { false }
  }

  /// What has properties.
  private enum Owner {
    case entity(String)
    case composite([AttributeDescription])
  }

  private func has(_ owner: Owner, _ name: String) -> Bool {
    switch owner {
    case .entity(let entity): property(entity, name) != nil
    case .composite(let elements): elements.contains { $0.name == name }
    }
  }

  /// What an expression leads to, and whether there may be several of it.
  private func end(
    of expression: FetchExpression, _ scopes: [String?]
  ) -> (owner: Owner, isMany: Bool)? {
    switch expression {
    case .keyPath(let path):
      let index = scopes.count - 1 - path.level
      guard scopes.indices.contains(index), let start = scopes[index] else { return nil }
      return end(of: path.names, from: (.entity(start), false))
    case .properties(let names, let base):
      return end(of: base, scopes).flatMap { end(of: names, from: $0) }
    case .subquery(let objects, _): return end(of: objects, scopes)
    case .element(_, let objects): return end(of: objects, scopes).map { ($0.owner, false) }
    default: return nil
    }
  }

  private func end(
    of names: [String], from start: (owner: Owner, isMany: Bool)
  ) -> (owner: Owner, isMany: Bool)? {
    var end = start
    for name in names {
      let attribute: AttributeDescription?
      switch end.owner {
      case .entity(let entity):
        let property = property(entity, name)
        if let relationship = property?.asRelationship {
          end = (.entity(relationship.destination), end.isMany || relationship.isToMany)
          continue
        }
        attribute = property?.asAttribute
      case .composite(let elements): attribute = elements.first { $0.name == name }
      }
      guard case .composite(let elements)? = attribute?.type.storage else { return nil }
      end.owner = .composite(elements)
    }
    return end
  }
}

extension EntityDescription {
  /// Resolves the conditions that the entity and its own properties declare.
  mutating func resolveMembers(_ resolution: MemberResolution) {
    for index in rules.indices {
      if case .predicate(let rule, let condition) = rules[index].requirement,
        let resolved = resolution.resolve(condition, about: name)
      {
        rules[index].requirement = .predicate(name: rule, resolved)
      }
      if let resolved = rules[index].condition.flatMap({ resolution.resolve($0, about: name) }) {
        rules[index].condition = resolved
      }
    }
    for index in ownProperties.indices {
      if case .fetched(var property) = ownProperties[index],
        let resolved = resolution.resolve(property.predicate, about: property.destination)
      {
        property.predicate = resolved
        ownProperties[index] = .fetched(property)
      }
    }
    for index in fetchTemplates.indices {
      if let resolved = resolution.resolve(fetchTemplates[index].predicate, about: name) {
        fetchTemplates[index].predicate = resolved
      }
    }
  }
}
