import Armature
import ArmatureModel
import ArmatureSQL

extension SQLiteMigration {
  /// The steps, with how many rows they touch, and what stands in their way; no row is changed.
  ///
  /// What is not unique is told where nothing else stands in the way, unless custom steps make other objects of rows.
  func steps(from old: SQLSchema) throws -> [StoreMigrationPlan.Step] {
    try connection.check(old, dialect)
    try connection.checkEntities(old)
    try checkLinks(old)
    let names = MigrationNames(from: old.model, to: model)
    let plan = names.plan
    let custom = try customSteps(names)
    let search = SQLObstacleSearch(
      names, from: old, to: schema, dialect, externalData: try dataFolder(old), custom)
    connection.migrationFunctions = search.functions
    defer { connection.migrationFunctions = nil }
    var obstacles = try obstacles(plan, search)
    if obstacles.isEmpty {
      for values in search.customValues() {
        try connection.run(values)
        try search.functions.throwFailure()
      }
    }
    if obstacles.isEmpty, !custom.splitsRows {
      obstacles = try search.duplicates(plan).map { unique, rows in
        try found([rows], step(of: unique.constraint, in: plan))
      }.filter { $0.count > 0 }
      try search.functions.throwFailure()
    }
    return try plan.steps(withObstacles: obstacles) { step in
      try search.counts(of: step).reduce(0) { $0 + Int(try connection.integer($1) ?? 0) }
    }
  }
}
