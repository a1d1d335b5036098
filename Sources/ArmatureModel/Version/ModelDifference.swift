/// What changed from one version of a model to another, and what that means for stores.
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
/// The order of declarations, the name of the model, and where it was declared are no changes.
public struct ModelDifference: Hashable, Sendable, Codable {
  /// The changes, in the order of the new model: per entity those of itself, then those of its
  /// properties, then what it lost; the entities that are gone come last.
  public let changes: [Change]

  init(_ changes: [Change]) { self.changes = changes }

  /// Whether nothing changed.
  public var isEmpty: Bool { changes.isEmpty }

  /// What the change that means most means for stores; `none` where nothing changed.
  ///
  /// - Complexity: O(*n*) in the number of changes.
  public var compatibility: Compatibility {
    changes.map(\.compatibility).max() ?? .none
  }

  /// What a change means for a store of the old model.
  public enum Compatibility: String, Hashable, Sendable, Codable, CaseIterable, Comparable {
    /// The store can be opened as it is.
    case none
    /// The store can be converted without being told how.
    case lightweight
    /// Old objects need a value, a conversion or a decision that the models do not tell.
    case needsMapping
    /// Old values cannot become new ones at all.
    case breaking

    /// By how much it means.
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
  /// A line per change; a sentence where there is none.
  public var description: String {
    isEmpty
      ? "The models do not differ."
      : changes.map(\.description).joined(separator: "\n")
  }
}

extension ManagedObjectModel {
  /// What changed since an older version of the model.
  ///
  /// An entity or a property is the same as an old one if both have the same earlier name
  /// (`renamed(from:)`), or the same name. If each version names the first name ever, as in
  /// `renamed(from: "first")` in versions 2 and 3, then versions that are further apart can be
  /// compared, too.
  ///
  /// - Complexity: O(*n*) in the number of properties, inherited ones counted with each entity.
  public func difference(from old: ManagedObjectModel) -> ModelDifference {
    if storage === old.storage { return ModelDifference([]) }
    var comparison = ModelComparison(from: old, to: self)
    comparison.compare()
    return ModelDifference(comparison.changes)
  }
}
