/// The changes between two versions of a model, and their compatibility with stores.
///
/// ```swift
/// let released = try ManagedObjectModel("Shelf") {
///   Entity("Book") { Attribute("title", String.self) }
/// }
/// let model = try ManagedObjectModel("Shelf") {
///   Entity("Book") {
///     Attribute("name", String.self).renamed(from: "title")
///     Attribute("pages", Int?.self)
///   }
/// }
/// let difference = model.difference(from: released)
/// print(difference.changes.count, difference.compatibility)  // 2 lightweight
/// ```
/// The order of declarations, their places in the source code and the name of the model do not matter for a comparison.
public struct ModelDifference: Hashable, Sendable, Codable {
  /// The changes, in the order of the new model.
  ///
  /// For each entity, changes of the entity itself come first. They are followed by the changes of its properties, and
  /// then by the removed properties. Removed entities come last.
  public let changes: [Change]

  init(_ changes: [Change]) { self.changes = changes }

  /// A Boolean value that indicates whether the models do not differ.
  public var isEmpty: Bool { changes.isEmpty }

  /// The compatibility of the most severe change. It is `none` if there are no changes.
  ///
  /// - Complexity: O(*n*) in the number of changes.
  public var compatibility: Compatibility {
    changes.map(\.compatibility).max() ?? .none
  }

  /// The compatibility of a change with a store of the old model.
  public enum Compatibility: String, Hashable, Sendable, Codable, CaseIterable, Comparable {
    /// The store can be opened without migration.
    case none
    /// The store is migrated automatically, without loss.
    case lightweight
    /// Existing objects may need a value or a decision that the models do not contain.
    ///
    /// The store is migrated automatically if no object needs one.
    case needsMapping
    /// Values, links or objects are removed, or may become invalid.
    ///
    /// The store is migrated automatically if no object loses anything.
    case mayLose
    /// The old values cannot be converted to new values.
    ///
    /// The store is migrated automatically if no object has such a value.
    case breaking

    /// Returns true if the first change is less severe than the second.
    public static func < (left: Compatibility, right: Compatibility) -> Bool {
      left.rank < right.rank
    }

    private var rank: Int {
      switch self {
      case .none: 0
      case .lightweight: 1
      case .needsMapping: 2
      case .mayLose: 3
      case .breaking: 4
      }
    }
  }
}

extension ModelDifference: CustomStringConvertible {
  /// One line for each change, or a sentence if there are no changes.
  public var description: String {
    isEmpty
      ? "The models do not differ."
      : changes.map(\.description).joined(separator: "\n")
  }
}

extension ManagedObjectModel {
  /// Returns the changes since an older version of the model.
  ///
  /// Entities and properties are matched with the old ones by their names. If a declaration contains an earlier name,
  /// as in `renamed(from: "first")`, it is matched by the earlier name.
  ///
  /// You can also compare versions that are further apart, provided that each version declares the original name. For
  /// example, if a property is renamed in versions 2 and 3, both versions declare `renamed(from: "first")`.
  ///
  /// - Complexity: O(*n*) in the number of properties. Inherited properties count for each entity.
  public func difference(from old: ManagedObjectModel) -> ModelDifference {
    if storage === old.storage { return ModelDifference([]) }
    var comparison = ModelComparison(from: old, to: self)
    comparison.compare()
    return ModelDifference(comparison.changes.map(ChangeAssessment(comparison).assessed))
  }
}
