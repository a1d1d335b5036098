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
public struct StoreMigration: Sendable {
  /// How rows get to the model.
  package enum Way: Sendable {
    case automatic
    case refuse
    case custom([Step])
    case staged([Version])
  }

  package let way: Way
  /// What happens to a copy of the store as it was.
  package private(set) var backup: Backup = .none
  /// Whether rows may break rules of the model that no table enforces.
  package private(set) var keepsInvalid = false
  private var progress: (@Sendable (MigrationProgress) throws -> Void)?

  private init(_ way: Way) { self.way = way }

  /// Brings the rows into the form of the model, if that loses nothing; else they stay as they are.
  ///
  /// A step of the plan that may lose something is taken if no row stands in its way.
  ///
  /// - Complexity: O(*n*) in the number of rows of changed entities.
  public static let automatic = StoreMigration(.automatic)
  /// Throws ``PersistentStoreError/modelDiffers(path:saved:expected:difference:)``.
  public static let refuse = StoreMigration(.refuse)

  /// The same as ``automatic``, with what the models do not tell.
  ///
  /// What is said of a place where nothing changes has no effect, so one list serves files of several versions. What
  /// is set must be an attribute of the model, though, and of what is read the old objects must have something.
  public static func custom(_ steps: [Step]) -> StoreMigration { StoreMigration(.custom(steps)) }

  /// Brings the rows from version to version, from the one that they were saved with to that of the model.
  ///
  /// Versions stand in their order, and rows are found among them by the fingerprint of their model, which a store
  /// need not keep itself. All ways are taken, or none. A model that is none of the versions comes after the last one.
  /// Core Data: `NSStagedMigrationManager`.
  public static func staged(_ versions: [Version]) -> StoreMigration {
    StoreMigration(.staged(versions))
  }

  /// What the models do not tell of a migration.
  ///
  /// Places are those of the steps of a ``/ArmatureModel/MigrationPlan``: `Article.weight`, or `Article` for the
  /// entity itself.
  public enum Step: Sendable {
    /// Drops the values or the links of a property that is removed, or the objects of an entity that is.
    ///
    /// Also the links of a relationship that leads elsewhere now, or whose number or other side has changed: it is a new
    /// one then. Links to objects that are dropped are cleared.
    case drop(_ place: String)
    /// Computes an attribute that is new, or that changes, of old values.
    ///
    /// The closure gets the values that attributes of the old entity have, by their old names; absent ones
    /// are missing. Its result must suit the attribute: no value is none for a required one. It may be called more
    /// than once for an object, and what it throws leaves the rows as they were.
    case set(
      _ place: String, from: [String] = [],
      @Sendable (_ old: [String: AttributeValue]) throws -> AttributeValue)
    /// Makes other objects of each object of an entity, and of those that inherit from it, or drops it.
    ///
    /// ```swift
    /// let step = StoreMigration.Step.split("Article", from: ["maker"]) { article in
    ///   let maker = try article.make("Maker", ["name": article["maker"]])
    ///   article.link("producer", to: maker)
    /// }
    /// ```
    /// The closure runs once for each object, in the order of their keys, after those of `set`, and gets what it reads by
    /// the old names of attributes and relationships. Objects of an entity that is gone, or abstract by now, go
    /// themselves. It has an effect where the models differ in the entity, each time that rows are migrated: where files
    /// of several versions are about, say it of one version of a staged migration.
    case split(
      _ entity: String, from: [String] = [],
      @Sendable (_ row: inout Row) throws -> Void)
  }

  /// Whether rows may be changed.
  package var changesRows: Bool {
    if case .refuse = way { false } else { true }
  }
}

/// What goes on beside a migration.
extension StoreMigration {
  /// The place of a copy of the store as it was.
  package enum Backup: Sendable {
    case none
    /// Beside the store: `shop.sqlite.backup`, or `shop.sqlite.backup-2` and so on where there is one already.
    case beside
    case path(String)
  }

  /// The same, with a copy of the store as it was before, if rows are migrated.
  ///
  /// ```swift
  /// let container = try PersistentContainer(
  ///   model: model, store: SQLiteStore("shop.sqlite"), migration: .automatic.keepingBackup())
  /// ```
  /// The copy is a store that can be opened with the old model. It is whole before the first row changes, and is taken
  /// away again if the migration fails.
  ///
  /// - Parameter path: The path of the copy, where no file may be. By default it has the name of the store with `.backup`
  ///   behind it, or the first of `.backup-2`, `.backup-3` and so on that is free.
  public func keepingBackup(at path: String? = nil) -> StoreMigration {
    var migration = self
    migration.backup = path.map(Backup.path) ?? .beside
    return migration
  }

  /// The same, and rows that lack a link which must be there, or lead to too few or too many objects, stay.
  ///
  /// ```swift
  /// let container = try PersistentContainer(
  ///   model: model, store: SQLiteStore("shop.sqlite"), migration: .automatic.keepingInvalid())
  /// let report = try container.verify()
  /// ```
  /// They do not stand in the way then, and nor do links to objects that are dropped. They can be read, and
  /// ``PersistentContainer/verify(includingRules:)`` lists them, with those that break other rules; a save that changes one
  /// of them reports what is wrong with it. What is not unique, lacks a value, or has one of another type stands in the
  /// way still.
  public func keepingInvalid() -> StoreMigration {
    var migration = self
    migration.keepsInvalid = true
    return migration
  }

  /// The same, with a closure that is told now and then how far the migration is.
  ///
  /// ```swift
  /// let container = try PersistentContainer(
  ///   model: model, store: SQLiteStore("shop.sqlite"),
  ///   migration: .automatic.reporting { progress in print(progress) })
  /// ```
  /// What the closure throws ends the migration: the store is as it was, and the container throws it. So does the
  /// end of the task that makes the container, with a closure and without: that throws a `CancellationError`.
  public func reporting(
    _ progress: @escaping @Sendable (MigrationProgress) throws -> Void
  ) -> StoreMigration {
    var migration = self
    migration.progress = progress
    return migration
  }

  /// Tells how far the migration is.
  ///
  /// - Throws: What ends it.
  package func report(_ share: Double, of version: String) throws {
    try Task.checkCancellation()
    try progress?(MigrationProgress(fraction: min(max(share, 0), 1), version: version))
  }

  /// The path of the copy of a store that is to be made now; `nil` for none.
  ///
  /// - Parameter isTaken: Whether there is something at a path.
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
