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

  /// Migrates the rows to the model if no data are lost.
  ///
  /// This is the default. Most changes need nothing else: for example, you can add an entity or an optional attribute,
  /// or rename a property that is declared with its former name. Other changes depend on the data. For example, an
  /// attribute can become required if every row already has a value.
  ///
  /// If a change would lose data, the rows stay unchanged, and the container throws
  /// ``PersistentStoreError/migrationBlocked(path:obstacles:)``. The error lists the rows that prevent the change.
  ///
  /// - Complexity: O(*n*) in the number of rows of changed entities.
  public static let automatic = StoreMigration(.automatic)
  /// Never migrates. If the rows were saved with another model, the container throws
  /// ``PersistentStoreError/modelDiffers(path:saved:expected:difference:)``.
  public static let refuse = StoreMigration(.refuse)

  /// Migrates like ``automatic``, and runs your steps for the changes that it cannot make itself.
  ///
  /// A step has no effect if its entity or property did not change. This means that you can pass the same steps for
  /// files of different versions.
  ///
  /// The attributes that a step sets must exist in the new model, and the attributes that it reads must exist in the
  /// old objects. If a name is unknown, the container throws an error that suggests a similar name.
  public static func custom(_ steps: [Step]) -> StoreMigration { StoreMigration(.custom(steps)) }

  /// Migrates the rows version by version, up to the version of the model.
  ///
  /// Use a staged migration if your users may skip versions of your app. List all versions with their models, from the
  /// oldest to the newest. The store looks for the version of its rows in this list, and then runs the steps of each
  /// later version. If a stage fails, the store stays unchanged, even if earlier stages were successful.
  ///
  /// The store recognizes the version of its rows by the fingerprint of their model. If you don't list the model that
  /// you open the store with, it counts as the version after the last one.
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
    /// You need this step because ``StoreMigration/automatic`` never deletes data. Links to the deleted objects are
    /// cleared.
    ///
    /// A relationship that has a new destination, inverse, or cardinality counts as a new relationship. To migrate to
    /// it, drop the links of the old one.
    case drop(_ place: String)
    /// Computes the value of a new or changed attribute from old values of the object.
    ///
    /// List the attributes that you need in `from`, with their names in the old model. The closure receives their
    /// values in a dictionary, in which attributes without a value are missing. It returns the new value, which must be
    /// valid for the new attribute.
    ///
    /// If the closure throws an error, the rows stay unchanged. The closure may be called more than once for an object.
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
    /// The closure is called once for each object, in the order of the keys. It reads old values and links by the names
    /// that they have in the old model. The `set` steps run before it.
    ///
    /// If the new model does not contain the entity, or if the entity is abstract there, the objects are dropped after
    /// the closure has run.
    ///
    /// The step runs in every migration in which the entity changes. If you have files of several versions, use a
    /// staged migration, so that the step runs only for one version.
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
  /// The backup is a complete store, which you can open with the old model. If the rows need no migration, no backup is
  /// made. If the migration fails, the backup is removed, because the store itself is unchanged.
  ///
  /// - Parameter path: The path of the backup. No file may exist at this path. By default, the backup is next to the
  ///   store, and `.backup` is appended to its name. If that file exists, the name ends with `.backup-2`, `.backup-3`,
  ///   and so on.
  public func keepingBackup(at path: String? = nil) -> StoreMigration {
    var migration = self
    migration.backup = path.map(Backup.path) ?? .beside
    return migration
  }

  /// Returns a migration that keeps rows with a missing required link, or with too few or too many linked objects.
  ///
  /// By default, such a row prevents the migration. Use this option to migrate first, and to repair the objects later
  /// in your app:
  ///
  /// ```swift
  /// let container = try PersistentContainer(
  ///   model: model, store: SQLiteStore("shop.sqlite"), migration: .automatic.keepingInvalidObjects())
  /// let report = try container.verify()
  /// ```
  /// ``PersistentContainer/verify(includingRules:)`` lists the invalid objects. You can read them like all other
  /// objects. When you change one of them, you have to correct it before you can save it.
  ///
  /// The option only concerns links. A duplicate value, a missing value, or a value of the wrong type still prevents
  /// the migration.
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
  /// To stop the migration, throw an error in the closure. The store then stays unchanged, and the container throws
  /// your error. You can also cancel the task that creates the container, even without such a closure. In this case,
  /// the container throws a `CancellationError`.
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
