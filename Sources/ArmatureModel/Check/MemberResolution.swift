/// Finds out whether the members `count`, `length` and `objectID` of a predicate are properties or have their special
/// meanings.
///
/// A closure creates `$0.owner.count` without a model, so it cannot know whether `count` is a property or the number of
/// objects. With the model, the meaning is clear: after a to-many relationship or a string, the member has its special
/// meaning. After a single object or a composite, it is always a property.
///
/// In contrast, `owner.objectID` usually means the same as `owner`, so that indexes and links can be used for both. The
/// exception is a composite with an element named `objectID`: in this case, the member is the element.
package struct MemberResolution {
  /// Returns a property by the names of its entity and the property.
  private let property: (_ entity: String, _ name: String) -> PropertyDescription?
  /// Returns the full-text index of an entity, which may be inherited.
  private let fullText: (_ entity: String) -> IndexDescription?

  /// Creates a resolution that uses the properties and the indexes of some entities.
  package init(
    fullText: @escaping (_ entity: String) -> IndexDescription?,
    _ property: @escaping (_ entity: String, _ name: String) -> PropertyDescription?
  ) {
    (self.fullText, self.property) = (fullText, property)
  }

  /// Returns the resolved predicate, or `nil` if it needs no resolution.
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
      case .predicate(.comparison(.keyPath(let path), .search, _, _, _)) where path.names.isEmpty:
        mayStandForOther = true
      default: break
      }
    }
    return mayStandForOther ? resolving(condition, [entity]) : nil
  }

  private static let identity = ObjectMember.objectID.rawValue

  /// - Parameter scopes: The entities of the object and of the enclosing subqueries. An entity is `nil` if it is
  ///   unknown.
  private func resolving(_ condition: FetchPredicate, _ scopes: [String?]) -> FetchPredicate {
    searching(condition, scopes).map { expression, _ in replacement(for: expression, scopes) }
  }

  /// Replaces an object that is searched with the properties of its full-text index.
  private func searching(_ condition: FetchPredicate, _ scopes: [String?]) -> FetchPredicate {
    switch condition {
    case .and(let parts): return .and(parts.map { searching($0, scopes) })
    case .or(let parts): return .or(parts.map { searching($0, scopes) })
    case .not(let part): return .not(searching(part, scopes))
    case .comparison(.keyPath(let path), .search, let query, let options, _)
    where path.names.isEmpty:
      let index = scopes.count - 1 - path.level
      guard scopes.indices.contains(index), let index = scopes[index].flatMap(fullText) else {
        return condition
      }
      let texts = index.elements.map { element in
        FetchExpression.keyPath(
          FetchPath(FetchPath(dotted: element.property).names, level: path.level))
      }
      return .comparison(
        .list(texts), .search, query, options: options.union(index.tokenizer.options))
    case .constant, .comparison: return condition
    }
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
    case .conditional(let condition, let first, let other):
      let values = [first, other].map { value in
        value.map { expression, _ in replacement(for: expression, scopes) }
      }
      return .conditional(resolving(condition, scopes), values[0], otherwise: values[1])
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

  /// Returns whether an expression leads to objects. A composite does not count, because it may have an element of any
  /// name.
  private func isObject(_ expression: FetchExpression, _ scopes: [String?]) -> Bool {
    if case .entity? = end(of: expression, scopes)?.owner { true } else { false }
  }

  /// A type that has properties.
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

  /// Returns the end of an expression's path, and whether there may be several.
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
  /// Resolves the predicates that the entity and its own properties declare.
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
