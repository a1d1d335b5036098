import ArmatureModel

/// The keys of data that a load ignores.
///
/// ```swift
/// let source = LoadSource.text(
///   #"[{"name": "Jane Austen", "_id": 7, "likes": 12}]"#, as: "Author")
/// let options = LoadOptions(ignoring: .keys(["Author": ["_id", "likes"]]))
/// print(try context.load(source, options: options).count)  // 1
/// ```
/// Data often contains more than a model needs. A key of the model is read even if it is listed here, unless its
/// property is derived or transient and so never read from data.
public enum IgnoredKeys: Hashable, Sendable {
  /// No keys: an unknown key is an error, or a warning in lenient mode.
  case none
  /// Every unknown key, including keys of entities and keys in composites.
  case allUnknown
  /// Some keys, by the entity of their records; they are also ignored in sub-entities.
  case keys([String: Set<String>])

  /// Checks that the model has the named entities.
  ///
  /// - Throws: ``ManagedObjectError/unknownEntity(name:suggestion:)``.
  func check(_ model: ManagedObjectModel) throws(ManagedObjectError) {
    guard case .keys(let keys) = self else { return }
    for name in keys.keys.sorted() where model[name] == nil {
      throw .unknownEntity(
        name: name, suggestion: nearMiss(name, in: model.entities.map(\.name)))
    }
  }

  /// True if all unknown keys are ignored.
  var areAllUnknown: Bool { self == .allUnknown }

  /// Returns the keys listed for an entity or its ancestors.
  func named(for entity: String, _ tree: EntityTree) -> Set<String> {
    guard case .keys(let keys) = self else { return [] }
    return tree.lineage(of: entity).reduce(into: []) { $0.formUnion(keys[$1.name] ?? []) }
  }
}
