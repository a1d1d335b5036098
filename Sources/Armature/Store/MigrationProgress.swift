/// How far a migration is.
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
  /// The share that is done, from 0 to 1; an estimate, which never becomes less.
  public let fraction: Double
  /// The name of the version that rows are being brought to; empty unless the migration is a staged one.
  public let version: String

  /// The share in percent, and the version.
  public var description: String {
    let percent = "\(Int(fraction * 100)) %"
    return version.isEmpty ? percent : "\(percent), on the way to \(version)"
  }
}
