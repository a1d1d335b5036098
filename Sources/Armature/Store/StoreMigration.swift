public import ArmatureModel

/// The way to migrate a store with rows of another model.
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
/// Core Data: `NSMigratePersistentStoresAutomaticallyOption`, and mapping models for changes that cannot be inferred.
public struct StoreMigration: Sendable {
  /// The kind of migration.
  package enum Way: Sendable {
    case automatic
    case refuse
    case custom([Step])
    case staged([Version])
  }

  package let way: Way
  /// The place of the backup.
  package private(set) var backup: Backup = .none
  /// Whether rows may break rules of the model that no table enforces.
  package private(set) var keepsInvalid = false
  private var progress: (@Sendable (MigrationProgress) throws -> Void)?

  private init(_ way: Way) { self.way = way }

  /// Migrates the rows to the model if this loses no data; otherwise they stay as they are.
  ///
  /// A step that could lose data is taken if no row prevents it.
  ///
  /// - Complexity: O(*n*) in the number of rows of changed entities.
  public static let automatic = StoreMigration(.automatic)
  /// Throws ``PersistentStoreError/modelDiffers(path:saved:expected:difference:)`` instead of migrating.
  public static let refuse = StoreMigration(.refuse)

  /// Migrates like ``automatic``, with custom steps for changes that do not follow from the models.
  ///
  /// Steps for unchanged places have no effect, so one list can serve files of several versions. However, the
  /// attributes that steps set must exist in the model, and the attributes that they read must exist in the old
  /// objects.
  public static func custom(_ steps: [Step]) -> StoreMigration { StoreMigration(.custom(steps)) }

  /// Migrates the rows version by version, up to the version of the model.
  ///
  /// List the versions in order. The saved version is found by the fingerprint of its model, so the store need not keep
  /// the model. Either all stages are completed, or none. A model that is not in the list comes after the last version.
  /// Core Data: `NSStagedMigrationManager`.
  public static func staged(_ versions: [Version]) -> StoreMigration {
    StoreMigration(.staged(versions))
  }

  /// A custom step of a migration, for a change that does not follow from the models.
  ///
  /// Places are written as in the steps of a ``/ArmatureModel/MigrationPlan``: `Article.weight`, or `Article` for the
  /// entity itself.
  public enum Step: Sendable {
    /// Drops the values or links of a removed property or the objects of a removed entity.
    ///
    /// A relationship with another destination, inverse, or cardinality counts as new, so this also drops its old
    /// links. Links to dropped objects are cleared.
    case drop(_ place: String)
    /// Computes a new or changed attribute from old values.
    ///
    /// The closure receives the old values by the old names of the attributes; attributes without a value are missing.
    /// Its result must be valid for the attribute, so a required attribute needs a value. The closure may be called
    /// more than once for an object. If it throws, the rows stay as they were.
    case set(
      _ place: String, from: [String] = [],
      @Sendable (_ old: [String: AttributeValue]) throws -> AttributeValue)
    /// Makes other objects from each object of an entity and its sub-entities or drops it.
    ///
    /// ```swift
    /// let step = StoreMigration.Step.split("Article", from: ["maker"]) { article in
    ///   let maker = try article.make("Maker", ["name": article["maker"]])
    ///   article.link("producer", to: maker)
    /// }
    /// ```
    /// The closure runs once for each object, in the order of their keys, after the `set` steps. It reads old values
    /// and links by their old names. Objects of removed entities and of newly abstract ones are dropped anyway. The
    /// step takes effect at each migration between models that differ in the entity. For files of several versions, put
    /// it into one version of a staged migration.
    case split(
      _ entity: String, from: [String] = [],
      @Sendable (_ row: inout Row) throws -> Void)
  }

  /// Whether rows may be changed.
  package var changesRows: Bool {
    if case .refuse = way { false } else { true }
  }
}

/// The options of a migration.
extension StoreMigration {
  /// The place of the backup.
  package enum Backup: Sendable {
    case none
    /// Next to the store: `shop.sqlite.backup`, or `shop.sqlite.backup-2` and so on if that exists.
    case beside
    case path(String)
  }

  /// Returns a migration that keeps a backup of the store if it migrates rows.
  ///
  /// ```swift
  /// let container = try PersistentContainer(
  ///   model: model, store: SQLiteStore("shop.sqlite"), migration: .automatic.keepingBackup())
  /// ```
  /// The backup is a store that can be opened with the old model. It is complete before the first row changes, and is
  /// removed if the migration fails.
  ///
  /// - Parameter path: The path of the backup, at which no file may exist. The default is the name of the store
  ///   followed by `.backup`, or by the first of `.backup-2`, `.backup-3` and so on that is free.
  public func keepingBackup(at path: String? = nil) -> StoreMigration {
    var migration = self
    migration.backup = path.map(Backup.path) ?? .beside
    return migration
  }

  /// Returns a migration that keeps rows with missing required links, and with too few or too many linked objects.
  ///
  /// ```swift
  /// let container = try PersistentContainer(
  ///   model: model, store: SQLiteStore("shop.sqlite"), migration: .automatic.keepingInvalidObjects())
  /// let report = try container.verify()
  /// ```
  /// Such rows, and links to dropped objects, no longer prevent the migration. They can be read, and
  /// ``PersistentContainer/verify(includingRules:)`` lists them with the rows that break other rules. A save that
  /// changes such a row reports its failures. Duplicate, missing and mistyped values still prevent the migration.
  public func keepingInvalidObjects() -> StoreMigration {
    var migration = self
    migration.keepsInvalid = true
    return migration
  }

  /// Returns a migration that reports its progress to a closure.
  ///
  /// ```swift
  /// let container = try PersistentContainer(
  ///   model: model, store: SQLiteStore("shop.sqlite"),
  ///   migration: .automatic.reporting { progress in print(progress) })
  /// ```
  /// If the closure throws, the migration stops, the store stays as it was, and the container rethrows the error.
  /// Cancelling the task that creates the container also stops the migration, even without a closure; the container
  /// then throws a `CancellationError`.
  public func reporting(
    _ progress: @escaping @Sendable (MigrationProgress) throws -> Void
  ) -> StoreMigration {
    var migration = self
    migration.progress = progress
    return migration
  }

  /// Reports the progress of the migration.
  ///
  /// - Throws: The error that stops the migration.
  package func report(_ share: Double, of version: String) throws {
    try Task.checkCancellation()
    try progress?(MigrationProgress(fraction: min(max(share, 0), 1), version: version))
  }

  /// Returns the path of the backup to be made; `nil` for no backup.
  ///
  /// - Parameter isTaken: Returns whether a file exists at a path.
  package func backupPath(of store: String, isTaken: (String) -> Bool) -> String? {
    switch backup {
    case .none: return nil
    case .path(let path): return path
    case .beside:
      let first = "\(store).backup"
      if !isTaken(first) { return first }
      return (2...).lazy.map { "\(first)-\($0)" }.first { !isTaken($0) }
    }
  }
}
