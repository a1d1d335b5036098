import ArmatureModel

extension MemberResolution {
  /// Creates a resolution for the entities of a model.
  init(of tree: EntityTree) {
    self.init(fullText: tree.fullText) { tree.entity(named: $0)?.property(named: $1) }
  }
}

extension EntityTree {
  /// Returns the full-text index of an entity, which may be inherited.
  func fullText(of entity: String) -> IndexDescription? {
    entityOfFullText(for: entity).flatMap { self.entity(named: $0) }?
      .indexes.first(where: \.isFullText)
  }

  /// Returns the entity that declares the full-text index of an entity.
  func entityOfFullText(for entity: String) -> String? {
    lineage(of: entity).first { $0.indexes.contains(where: \.isFullText) }?.name
  }
}
