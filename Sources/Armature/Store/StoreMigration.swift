public import ArmatureModel

/// A setting that determines how a container opens a store whose rows were saved with another model.
///
/// In most cases, the default ``automatic`` is enough. If a change needs your code, pass the code with ``custom(_:)``
/// or ``staged(_:)``:
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
  private var progress: ProgressFilter?

  private init(_ way: Way) { self.way = way }

  /// Migrates the rows to the model, provided that no data are lost.
  ///
  /// This is the default, and most changes need nothing else. For example, you can add an entity or an optional
  /// attribute. You can also rename a property if you declare its former name. Some changes depend on the data: an
  /// attribute can become required only if every row already has a value.
  ///
  /// If a change would lose data, the rows stay unchanged, and the container throws
  /// ``PersistentStoreError/migrationBlocked(path:obstacles:)``. The error lists the rows that prevent the change.
  ///
  /// - Complexity: O(*n*) in the number of rows of changed entities.
  public static let automatic = StoreMigration(.automatic)
  /// Never migrates. If the rows were saved with another model, the container throws
  /// ``PersistentStoreError/modelDiffers(path:saved:expected:difference:)``.
  public static let refuse = StoreMigration(.refuse)

  /// Migrates in the same way as ``automatic``, and also runs your steps for changes that need a decision.
  ///
  /// You can pass the same steps for files of different versions, because a step has no effect if its entity or
  /// property did not change.
  ///
  /// A step can set attributes that exist in the new model, and read attributes that exist in the old model. If a step
  /// contains an unknown name, the container throws an error that suggests a similar name.
  public static func custom(_ steps: [Step]) -> StoreMigration { StoreMigration(.custom(steps)) }

  /// Migrates the rows version by version, up to the version of the model.
  ///
  /// Use a staged migration if your users may skip versions of your app. List all versions of your model, from the
  /// oldest to the newest. The store finds out which version its rows have, and then runs the steps of all later
  /// versions. If a stage fails, the store stays unchanged, even if earlier stages were successful.
  ///
  /// The store recognizes a version by the fingerprint of its model. You can leave out the model that you open the
  /// store with: it then counts as the newest version.
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
    /// Drops the values or links of a removed property, or all objects of a removed entity.
    ///
    /// You need this step to remove data, because ``StoreMigration/automatic`` never deletes data by itself. If an
    /// object is deleted, links to it are cleared.
    ///
    /// If a relationship gets a new destination, inverse or cardinality, it counts as a new relationship. In this case,
    /// drop the links of the old relationship.
    case drop(_ place: String)
    /// Computes the value of a new or changed attribute from old values of the object.
    ///
    /// In `from`, list the old attributes that you need, with their names in the old model. The closure receives a
    /// dictionary with their values, which are keyed by these names. The dictionary has no entry for an attribute
    /// without a value. The closure returns the new value, which must be valid for the new attribute.
    ///
    /// If the closure throws an error, the rows stay unchanged. The closure may be called more than once for the same
    /// object.
    case set(
      _ place: String, from: [String] = [],
      @Sendable (_ old: [String: AttributeValue]) throws -> AttributeValue)
    /// Runs a closure for each object of an entity and its sub-entities. The closure can create other objects, link
    /// them, and drop the object.
    ///
    /// Use this step if one entity becomes several. For example, the following step creates an object for the maker of
    /// each article:
    ///
    /// ```swift
    /// let step = StoreMigration.Step.split("Article", from: ["maker"]) { article in
    ///   let maker = try article.make("Maker", ["name": article["maker"]])
    ///   article.link("producer", to: maker)
    /// }
    /// ```
    /// The closure is called once for each object, in the order of the objects' keys, and after all `set` steps. It
    /// reads old values and links by the names that these properties have in the old model.
    ///
    /// If the entity is removed or becomes abstract in the new model, the objects are dropped after the closure has
    /// run.
    ///
    /// The step runs in every migration that changes the entity. If you have files of several versions, use a staged
    /// migration instead, which runs the step only for the version that needs it.
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

  /// Returns a migration that makes a backup of the store before it changes any rows.
  ///
  /// ```swift
  /// let container = try PersistentContainer(
  ///   model: model, store: SQLiteStore("shop.sqlite"), migration: .automatic.keepingBackup())
  /// ```
  /// The backup is a complete store, which you can open with the old model. A backup is made only if the rows need a
  /// migration. If the migration fails, the backup is removed again, because the store itself is unchanged.
  ///
  /// - Parameter path: The path of the backup. No file may exist at this path. By default, the backup is next to the
  ///   store, and its name is the name of the store with `.backup` at the end. If that file exists, the ending is
  ///   `.backup-2`, `.backup-3`, and so on.
  public func keepingBackup(at path: String? = nil) -> StoreMigration {
    var migration = self
    migration.backup = path.map(Backup.path) ?? .beside
    return migration
  }

  /// Returns a migration that keeps objects whose relationships do not satisfy the new model.
  ///
  /// By default, an object prevents the migration if a required link is missing, or if a relationship has too few or
  /// too many members. Use this option to migrate first, and repair the objects later in your app:
  ///
  /// ```swift
  /// let container = try PersistentContainer(
  ///   model: model, store: SQLiteStore("shop.sqlite"), migration: .automatic.keepingInvalidObjects())
  /// let report = try container.verify()
  /// ```
  /// The method ``PersistentContainer/verify(includingRules:)`` lists the invalid objects. You can read them like all
  /// other objects. When you change one of them, you have to correct it before you can save it.
  ///
  /// The option applies only to relationships. A duplicate value, a missing value, or a value of the wrong type still
  /// prevents the migration.
  public func keepingInvalidObjects() -> StoreMigration {
    var migration = self
    migration.keepsInvalid = true
    return migration
  }

  /// Returns a migration that reports its progress to a closure.
  ///
  /// Use it to show the progress of a long migration, and to let the user stop it.
  ///
  /// ```swift
  /// let container = try PersistentContainer(
  ///   model: model, store: SQLiteStore("shop.sqlite"),
  ///   migration: .automatic.reporting { progress in print(progress) })
  /// ```
  /// The closure is called whenever the percentage changes, and the last call reports 100 %. During a long step, the
  /// closure is also called about once a second.
  ///
  /// To stop the migration, throw an error in the closure. The store then stays unchanged, and the container throws
  /// your error. You can also stop any migration by cancelling the task that creates the container. The container then
  /// throws a `CancellationError`.
  public func reporting(
    _ progress: @escaping @Sendable (MigrationProgress) throws -> Void
  ) -> StoreMigration {
    var migration = self
    migration.progress = ProgressFilter(progress)
    return migration
  }

  /// Reports the progress of the migration.
  ///
  /// - Throws: The error that stops the migration.
  package func report(_ share: Double, of version: String) throws {
    try Task.checkCancellation()
    try progress?.pass(MigrationProgress(fraction: min(max(share, 0), 1), version: version))
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
