#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What the statements of a migration that goes step by step depend on, beside the models.
///
/// They are the same ones for whoever goes on with it.
struct PostgreSQLBeginning: Codable, Hashable {
  /// The mark of the model that the rows were saved with.
  let mark: String
  /// The version that changed rows get, which no other migration of the store has.
  let version: UInt32
  /// What the present time is for defaults.
  let date: Date
}
