import Armature
import ArmatureModel
import ArmatureSQLite
import Foundation
import TestSupport
import Testing

/// A change of a model, the rows of the old one, and what becomes of them.
struct MigrationCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let old: @Sendable () throws -> ManagedObjectModel
  let rows: String
  let new: @Sendable () throws -> ManagedObjectModel
  /// The objects as they are then, or the end of each line of the error.
  let outcome: String

  init(
    _ words: String, @ModelBuilder from old: @escaping @Sendable () -> ModelBody,
    rows: () -> String, @ModelBuilder to new: @escaping @Sendable () -> ModelBody,
    becomes outcome: () -> String
  ) {
    testDescription = words
    (self.rows, self.outcome) = (rows(), outcome())
    self.old = { try ManagedObjectModel("Old", old) }
    self.new = { try ManagedObjectModel("New", new) }
  }

  static let all = values + links + entities + cases
}
