import ArmatureModel

/// The keys of data that a load passes over without a word.
///
/// ```swift
/// let source = LoadSource.text(
///   #"[{"name": "Jane Austen", "_id": 7, "likes": 12}]"#, as: "Author")
/// let options = LoadOptions(ignoring: .keys(["Author": ["_id", "likes"]]))
/// print(try context.load(source, options: options).count)  // 1
/// ```
/// Data often has more than a model needs. A key that the model knows is read even if it is named here,
/// unless its property is derived or transient and so never comes from data.
public enum IgnoredKeys: Hashable, Sendable {
  /// None: a key that the model does not know is an error, or a warning in lenient mode.
  case none
  /// Every key that the model does not know, those of whole entities and in composites included.
  case allUnknown
  /// These keys, by the entity whose records have them; they are ignored in sub-entities, too.
  case keys([String: Set<String>])

  /// Checks that the model has the entities that are named.
  ///
  /// - Throws: ``ManagedObjectError/unknownEntity(name:suggestion:)``.
  func check(_ model: ManagedObjectModel) throws(ManagedObjectError) {
    guard case .keys(let keys) = self else { return }
    for name in keys.keys.sorted() where model[name] == nil {
      throw .unknownEntity(
        name: name, suggestion: nearMiss(name, in: model.entities.map(\.name)))
    }
  }

  /// Whether all keys are ignored that the model does not know.
  var areAllUnknown: Bool { self == .allUnknown }

  /// The keys that are named for an entity or one of its ancestors.
  func named(for entity: String, _ tree: EntityTree) -> Set<String> {
    guard case .keys(let keys) = self else { return [] }
    return tree.lineage(of: entity).reduce(into: []) { $0.formUnion(keys[$1.name] ?? []) }
  }
}
