/// Conditions in which a count or a length behind a path is the property of that name, if there is one.
///
/// A closure makes `$0.owner.count` without a model, so that it cannot know whether the number of
/// objects is meant or a property. Behind a to-many relationship, and behind text, it is never a
/// property; behind one object it can only be one.
package struct MemberResolution {
  /// Yields a property by the names of an entity and its own.
  private let property: (_ entity: String, _ name: String) -> PropertyDescription?

  /// Uses the properties of some entities.
  package init(_ property: @escaping (_ entity: String, _ name: String) -> PropertyDescription?) {
    self.property = property
  }

  /// The condition with properties in place of what stands for them; `nil` if nothing can.
  package func resolve(_ condition: FetchPredicate, about entity: String) -> FetchPredicate? {
    var mayStandForProperty = false
    FetchNode.predicate(condition).forEach { node, _ in
      switch node {
      case .expression(.aggregate(.count, _)), .expression(.function(.length, _)):
        mayStandForProperty = true
      default: break
      }
    }
    return mayStandForProperty ? resolving(condition, [entity]) : nil
  }

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
    case .subquery(let objects, let condition):
      let objects = objects.map { expression, _ in replacement(for: expression, scopes) }
      let entity = end(of: objects, scopes)?.entity
      return .subquery(objects, where: resolving(condition, scopes + [entity]))
    default: return nil
    }
  }

  private func member(
    _ name: String, _ path: FetchPath, _ scopes: [String?]
  ) -> FetchExpression? {
    guard let end = end(of: .keyPath(path), scopes), !end.isMany,
      property(end.entity, name) != nil
    else { return nil }
    return .keyPath(path.appending(name))
  }

  /// The entity of the objects that an expression leads to, and whether they may be several.
  private func end(
    of expression: FetchExpression, _ scopes: [String?]
  ) -> (entity: String, isMany: Bool)? {
    switch expression {
    case .keyPath(let path):
      let index = scopes.count - 1 - path.level
      guard scopes.indices.contains(index), let start = scopes[index] else { return nil }
      return end(of: path.names, from: (start, false))
    case .properties(let names, let base):
      return end(of: base, scopes).flatMap { end(of: names, from: $0) }
    case .subquery(let objects, _): return end(of: objects, scopes)
    default: return nil
    }
  }

  private func end(
    of names: [String], from start: (entity: String, isMany: Bool)
  ) -> (entity: String, isMany: Bool)? {
    var end = start
    for name in names {
      guard let relationship = property(end.entity, name)?.asRelationship else { return nil }
      end = (relationship.destination, end.isMany || relationship.isToMany)
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
