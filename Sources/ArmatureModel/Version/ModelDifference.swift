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
/// The order of declarations, the name of the model, and the places of declarations do not count as changes.
public struct ModelDifference: Hashable, Sendable, Codable {
  /// The changes, in the order of the new model.
  ///
  /// For each entity, its own changes come first, then the changes of its properties, then removed properties.
  /// Removed entities come last.
  public let changes: [Change]

  init(_ changes: [Change]) { self.changes = changes }

  /// A Boolean value that indicates whether the models have no differences.
  public var isEmpty: Bool { changes.isEmpty }

  /// The compatibility of the most severe change; `none` without changes.
  ///
  /// - Complexity: O(*n*) in the number of changes.
  public var compatibility: Compatibility {
    changes.map(\.compatibility).max() ?? .none
  }

  /// The compatibility of a change with a store of the old model.
  public enum Compatibility: String, Hashable, Sendable, Codable, CaseIterable, Comparable {
    /// The store can be opened without migration.
    case none
    /// The store can be migrated automatically.
    case lightweight
    /// Old objects need a value, a conversion or a decision that the models do not contain.
    case needsMapping
    /// Old values cannot be converted to new ones.
    case breaking

    /// Returns true if the first change is less severe.
    public static func < (left: Compatibility, right: Compatibility) -> Bool {
      left.rank < right.rank
    }

    private var rank: Int {
      switch self {
      case .none: 0
      case .lightweight: 1
      case .needsMapping: 2
      case .breaking: 3
      }
    }
  }
}

extension ModelDifference: CustomStringConvertible {
  /// A line for each change, or a sentence if there are no changes.
  public var description: String {
    isEmpty
      ? "The models do not differ."
      : changes.map(\.description).joined(separator: "\n")
  }
}

extension ManagedObjectModel {
  /// Returns the changes since an older version of the model.
  ///
  /// An entity or a property corresponds to an old one if both have the same earlier name (`renamed(from:)`), or the
  /// same name. If all versions name the original name, as in `renamed(from: "first")` in versions 2 and 3, you can
  /// also compare versions that are further apart.
  ///
  /// - Complexity: O(*n*) in the number of properties. Inherited properties count for each entity.
  public func difference(from old: ManagedObjectModel) -> ModelDifference {
    if storage === old.storage { return ModelDifference([]) }
    var comparison = ModelComparison(from: old, to: self)
    comparison.compare()
    return ModelDifference(comparison.changes)
  }
}
