import ArmatureModel

/// The keys in the data that a load ignores.
///
/// By default, an unknown key is an error, because it may be misspelled. Use this option if the data contain more than
/// your model needs:
///
/// ```swift
/// let source = LoadSource.text(
///   #"[{"name": "Jane Austen", "_id": 7, "likes": 12}]"#, as: "Author")
/// let options = LoadOptions(ignoring: .keys(["Author": ["_id", "likes"]]))
/// print(try context.load(source, options: options).count)  // 1
/// ```
/// If a listed key belongs to a property of the model, the property is read anyway. Derived and transient properties
/// are never read from data, so you can ignore their keys.
public enum IgnoredKeys: Hashable, Sendable {
  /// No keys are ignored. An unknown key is an error, or a warning in lenient mode.
  case none
  /// Every unknown key is ignored, including keys of entities and keys in composites.
  case allUnknown
  /// The listed keys are ignored.
  ///
  /// The dictionary contains the keys for each entity. They are also ignored in records of sub-entities.
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
