/// What a store does whose rows were saved with another model.
///
/// ```swift
/// let container = try PersistentContainer(
///   model: model, store: SQLiteStore("shop.sqlite"), migration: .refuse)
/// print(container.model == model)  // true
/// ```
/// Core Data: `NSMigratePersistentStoresAutomaticallyOption`.
public enum StoreMigration: String, Hashable, Sendable, Codable, CaseIterable {
  /// Brings the rows into the form of the model, if that loses nothing; else they stay as they are.
  ///
  /// A step of the plan that may lose something is taken if no row stands in its way.
  case automatic
  /// Throws ``PersistentStoreError/modelDiffers(path:saved:expected:difference:)``.
  case refuse
}
