/// The progress of a migration.
///
/// ```swift
/// let migration = StoreMigration.automatic.reporting { progress in
///   print("\(Int(progress.fraction * 100)) %")
/// }
/// let container = try PersistentContainer(
///   model: model, store: SQLiteStore("shop.sqlite"), migration: migration)
/// ```
/// Core Data: the `migrationProgress` of `NSMigrationManager`.
public struct MigrationProgress: Hashable, Sendable, CustomStringConvertible {
  /// The estimated fraction of the migration that is complete, from 0 to 1. The fraction never decreases.
  public let fraction: Double
  /// The name of the version to which the rows are being migrated.
  ///
  /// The name is empty unless the migration is staged. See ``StoreMigration/staged(_:)``.
  public let version: String

  /// The whole number of percent that are complete.
  var percentage: Int { Int(fraction * 100) }

  /// The percentage and the version.
  public var description: String {
    let percent = "\(percentage) %"
    return version.isEmpty ? percent : "\(percent), on the way to \(version)"
  }
}
