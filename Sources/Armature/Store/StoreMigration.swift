public import ArmatureModel

/// What a store does whose rows were saved with another model.
///
/// ```swift
/// let container = try PersistentContainer(
///   model: model, store: SQLiteStore("shop.sqlite"),
///   migration: .custom([
///     .drop("Article.weight"),
///     .set("Article.maker", from: ["code"]) { old in old["code"] ?? .string("unknown") },
///   ]))
/// print(container.model == model)  // true
/// ```
/// Core Data: `NSMigratePersistentStoresAutomaticallyOption`, and mapping models for what follows from no model.
public enum StoreMigration: Sendable {
  /// Brings the rows into the form of the model, if that loses nothing; else they stay as they are.
  ///
  /// A step of the plan that may lose something is taken if no row stands in its way.
  ///
  /// - Complexity: O(*n*) in the number of rows of changed entities.
  case automatic
  /// Throws ``PersistentStoreError/modelDiffers(path:saved:expected:difference:)``.
  case refuse
  /// The same as ``automatic``, with what the models do not tell.
  ///
  /// What is said of a place where nothing changes has no effect, so one list serves files of several versions. What
  /// is set must be an attribute of the model, though, and of what is read the old objects must have something.
  case custom([Step])
  /// Brings the rows from version to version, from the one that they were saved with to that of the model.
  ///
  /// Versions stand in their order, and rows are found among them by the fingerprint of their model, which a store
  /// need not keep itself. All ways are taken, or none. A model that is none of the versions comes after the last one.
  /// Core Data: `NSStagedMigrationManager`.
  case staged([Version])

  /// What the models do not tell of a migration.
  ///
  /// Places are those of the steps of a ``/ArmatureModel/MigrationPlan``: `Article.weight`, or `Article` for the
  /// entity itself.
  public enum Step: Sendable {
    /// Drops the values or the links of a property that is removed, or the objects of an entity that is.
    ///
    /// Links to objects that are dropped are cleared.
    case drop(_ place: String)
    /// Computes an attribute that is new, or that changes, of old values.
    ///
    /// The closure gets the values that attributes of the old entity have, by their old names; absent ones
    /// are missing. Its result must suit the attribute: no value is none for a required one. It may be called more
    /// than once for an object, and what it throws leaves the rows as they were.
    case set(
      _ place: String, from: [String] = [],
      @Sendable (_ old: [String: AttributeValue]) throws -> AttributeValue)
  }

  /// Whether rows may be changed.
  package var changesRows: Bool {
    if case .refuse = self { false } else { true }
  }
}
