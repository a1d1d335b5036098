import Armature
import ArmatureModel
import Foundation

@testable import ArmatureSQL

/// Two models, and the custom steps between them.
struct MigrationPair {
  /// The change, in a few words.
  let heading: String
  let old: ManagedObjectModel
  let new: ManagedObjectModel
  let steps: [StoreMigration.Step]

  init(
    _ heading: String = "", from old: ManagedObjectModel, to new: ManagedObjectModel,
    _ steps: [StoreMigration.Step] = []
  ) {
    (self.heading, self.old, self.new, self.steps) = (heading, old, new, steps)
  }

  /// Creates two models of one entity, `Word`.
  init(
    _ heading: String = "", _ steps: [StoreMigration.Step] = [],
    @PropertyBuilder from old: () -> EntityBody, @PropertyBuilder to new: () -> EntityBody
  ) throws {
    self.init(
      heading, from: try ManagedObjectModel("Words") { Entity("Word") { old() } },
      to: try ManagedObjectModel("Words") { Entity("Word") { new() } }, steps)
  }

  var names: MigrationNames { MigrationNames(from: old, to: new, steps) }
  var oldSchema: SQLSchema { SQLSchema(old) }
  var newSchema: SQLSchema { SQLSchema(new) }

  func custom(keepsInvalid: Bool = false) throws -> CustomSteps {
    try CustomSteps(steps, names, keepsInvalid: keepsInvalid)
  }

  func migration(_ dialect: any SQLDialect) throws -> SQLMigration {
    SQLMigration(
      names, from: oldSchema, to: newSchema, dialect, externalData: nil, try custom(), version: 7,
      date: Date(timeIntervalSinceReferenceDate: 60))
  }

  func search(_ dialect: any SQLDialect, keepsInvalid: Bool = false) throws -> SQLObstacleSearch {
    SQLObstacleSearch(
      names, from: oldSchema, to: newSchema, dialect, externalData: nil,
      try custom(keepsInvalid: keepsInvalid))
  }

  func mapping(_ dialect: any SQLDialect) throws -> SQLRowMapping {
    SQLRowMapping(
      names: names, old: SQLOldTables(schema: oldSchema), new: newSchema, dialect: dialect,
      functions: SQLMigrationFunctions(), externalData: nil, custom: try custom(),
      date: Date(timeIntervalSinceReferenceDate: 60))
  }
}
