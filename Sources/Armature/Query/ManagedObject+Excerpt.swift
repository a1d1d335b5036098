public import ArmatureModel

extension PropertyContainer where Self: ManagedObject {
  /// Returns the part of the object's texts with the most words of a search.
  ///
  /// The texts are those of the entity's full-text index. ``/ArmatureModel/SearchExcerpt`` has an example.
  ///
  /// - Parameters:
  ///   - query: The search, as in `matches(_:)`.
  ///   - length: The maximum number of words in the excerpt, at least 1. The default is 24.
  /// - Returns: The excerpt, or `nil` if no text of the object has a wanted word of the search.
  /// - Throws:
  ///   - ``/Armature/FetchPredicateError`` if the entity has no full-text index.
  ///   - ``/Armature/ManagedObjectError`` if the object was deleted or its context no longer exists.
  ///   - Any error of the store, if the texts cannot be read.
  /// - Complexity: O(*n*) in the length of the texts.
  @_disfavoredOverload public func excerpt(
    matching query: some StringProtocol, length: Int = 24
  ) throws -> SearchExcerpt? {
    let query = String(query)
    let tree = runtime.tree
    guard let index = tree.fullText(of: runtime.entity.name) else {
      // The check of the condition says what is missing.
      _ = try FetchPredicate.comparison(.keyPath([]), .search, .constant(.string(query)))
        .holds(for: self)
      return nil
    }
    let properties = index.elements.map(\.property)
    let search = SearchQuery(query, tokenizer: index.tokenizer, properties: properties)
    var best: (excerpt: SearchExcerpt, phraseCount: Int)?
    for (position, property) in properties.enumerated() {
      let value: AttributeValue = try value(forKeyPath: property)
      guard case .string(let text) = value,
        let found = search.excerpt(of: text, property, at: position, length: max(1, length))
      else { continue }
      if best.map({ found.phraseCount > $0.phraseCount }) ?? true { best = found }
    }
    return best?.excerpt
  }
}
