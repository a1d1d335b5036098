public import ArmatureModel

/// A setting that determines how a container opens a store whose rows were saved with another model.
///
/// The usual choice is ``automatic``. Use ``custom(_:)`` or ``staged(_:)`` for a change that needs your code.
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
/// Core Data: `NSMigratePersistentStoresAutomaticallyOption`, and mapping models for custom steps.
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

  /// Migrates the rows to the model if this loses no data.
  ///
  /// Otherwise the container throws ``PersistentStoreError/migrationBlocked(path:obstacles:)``, and the rows stay
  /// unchanged.
  ///
  /// Some steps lose data only for certain rows. Such a step runs if no row prevents it. For example, an attribute can
  /// become required if every row has a value.
  ///
  /// - Complexity: O(*n*) in the number of rows of changed entities.
  public static let automatic = StoreMigration(.automatic)
  /// Never migrates. If the rows were saved with another model, the container throws
  /// ``PersistentStoreError/modelDiffers(path:saved:expected:difference:)``.
  public static let refuse = StoreMigration(.refuse)

  /// Migrates like ``automatic``, and runs custom steps for the changes that cannot be derived from the models.
  ///
  /// A step for an unchanged place has no effect. This means that you can use one list of steps for files of several
  /// versions. The attributes that the steps set must exist in the new model. The attributes that the steps read must
  /// exist in the old objects.
  public static func custom(_ steps: [Step]) -> StoreMigration { StoreMigration(.custom(steps)) }

  /// Migrates the rows version by version, up to the version of the model.
  ///
  /// List the versions from the oldest to the newest. The store finds its saved version by the fingerprint of the
  /// model, even if it does not keep the model itself. Either all stages are completed, or the store stays unchanged.
  /// If the model that you open the store with is not in the list, it counts as the version after the last one.
  ///
  /// Core Data: `NSStagedMigrationManager`.
  public static func staged(_ versions: [Version]) -> StoreMigration {
    StoreMigration(.staged(versions))
  }

  /// A custom step of a migration, for a change that cannot be derived from the two models.
  ///
  /// A step names the place of the change: `Article.weight` is a property, and `Article` is the entity itself. A
  /// ``/ArmatureModel/MigrationPlan`` uses the same names.
  public enum Step: Sendable {
    /// Drops the values or links of a removed property, or the objects of a removed entity.
    ///
    /// If a relationship has a new destination, inverse, or cardinality, it counts as a new relationship. This step
    /// then drops the links of the old one. Links to dropped objects are cleared.
    case drop(_ place: String)
    /// Computes a new or changed attribute from old values.
    ///
    /// The closure receives a dictionary of the old values, keyed by the old names of the attributes. The dictionary
    /// has no entry for an attribute without a value. The result must be valid for the new attribute: for example, a
    /// required attribute needs a value. The closure may be called more than once for an object. If it throws, the rows
    /// stay unchanged.
    case set(
      _ place: String, from: [String] = [],
      @Sendable (_ old: [String: AttributeValue]) throws -> AttributeValue)
    /// Runs a closure for each object of an entity and its sub-entities, which can create other objects or drop the
    /// object.
    ///
    /// ```swift
    /// let step = StoreMigration.Step.split("Article", from: ["maker"]) { article in
    ///   let maker = try article.make("Maker", ["name": article["maker"]])
    ///   article.link("producer", to: maker)
    /// }
    /// ```
    /// The closure runs once for each object, in the order of the keys, after the `set` steps. It reads old values and
    /// links by their old names. If the entity is removed or becomes abstract, its objects are dropped even if the
    /// closure does not drop them.
    ///
    /// The step runs in each migration between two models that differ in the entity. If you have files of several
    /// versions, use a staged migration and put the step into one version.
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
  /// The backup is a store that you can open with the old model. It is complete before the first row changes. If the
  /// migration fails, the backup is removed.
  ///
  /// - Parameter path: The path of the backup. No file may exist at this path. By default, the backup is next to the
  ///   store, and its name is the name of the store followed by `.backup`. If this name is taken, the first free name
  ///   among `.backup-2`, `.backup-3` and so on is used.
  public func keepingBackup(at path: String? = nil) -> StoreMigration {
    var migration = self
    migration.backup = path.map(Backup.path) ?? .beside
    return migration
  }

  /// Returns a migration that keeps rows with missing required links, or with too few or too many linked objects.
  ///
  /// ```swift
  /// let container = try PersistentContainer(
  ///   model: model, store: SQLiteStore("shop.sqlite"), migration: .automatic.keepingInvalidObjects())
  /// let report = try container.verify()
  /// ```
  /// By default, such a row prevents the migration. A link to an object that the migration drops prevents it, too. With
  /// this option, the migration keeps these rows, and you can repair them later:
  /// - ``PersistentContainer/verify(includingRules:)`` lists them, together with the rows that break other rules.
  /// - You can read the rows. A save that changes such a row reports its failures.
  ///
  /// Duplicate values, missing values and values of the wrong type still prevent the migration.
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
  /// To stop the migration, throw an error in the closure. The store then stays unchanged, and the container throws
  /// your error.
  ///
  /// You can also cancel the task that creates the container. This stops the migration even without a closure, and the
  /// container throws a `CancellationError`.
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
