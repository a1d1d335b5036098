#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The inputs of a stepwise migration's statements, in addition to the models.
///
/// A program that resumes the migration uses the same inputs, and therefore the same statements.
struct PostgreSQLMigrationInputs: Codable, Hashable {
  /// The mark of the model that the rows were saved with.
  let mark: String
  /// The version of changed rows, which is unique among the store's migrations.
  let version: UInt32
  /// The present time, for defaults.
  let date: Date
}
