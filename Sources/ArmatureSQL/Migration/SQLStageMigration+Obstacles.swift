import Armature
import ArmatureModel

/// The obstacles to a migration.
extension SQLStageMigration {
  /// Returns the steps, with the number of affected rows and the obstacles. No row is changed.
  ///
  /// Duplicates are found only if there are no other obstacles, and if no custom step splits rows.
  func steps(from old: SQLSchema) throws -> [StoreMigrationPlan.Step] {
    try host.check(old)
    try checkAdditions(to: old)
    try checkLinks(old)
    let names = names(from: old.model)
    let plan = names.plan
    let custom = try customSteps(names)
    let search = SQLObstacleSearch(
      names, from: old, to: schema, dialect, externalData: try host.externalData(of: old), custom)
    return try using(search.functions) { try steps(plan, search, splitsRows: custom.splitsRows) }
  }

  private func steps(
    _ plan: MigrationPlan, _ search: SQLObstacleSearch, splitsRows: Bool
  ) throws -> [StoreMigrationPlan.Step] {
    let obstacles = try allObstacles(plan, search, splitsRows: splitsRows)
    return try plan.steps(withObstacles: obstacles) { step in
      try search.counts(of: step).reduce(0) { $0 + Int(try connection.integer($1) ?? 0) }
    }
  }

  /// Returns the obstacles to the steps. If there are none, returns the duplicates. User code is called to find out
  /// whether it throws, but its results are not kept.
  func allObstacles(
    _ plan: MigrationPlan, _ search: SQLObstacleSearch, splitsRows: Bool
  ) throws -> [MigrationObstacle] {
    let obstacles = try obstacles(plan, search)
    if !obstacles.isEmpty { return obstacles }
    for values in search.customValues() {
      try host.compute(for: values, isFresh: false)
      try connection.run(values)
      try search.functions.throwFailure()
    }
    if splitsRows { return [] }
    let duplicates = try search.duplicates(plan).map { unique, rows in
      try found([rows], step(of: unique.constraint, in: plan))
    }
    try search.functions.throwFailure()
    return duplicates.filter { $0.count > 0 }
  }

  /// - Throws: `PersistentStoreError.migrationBlocked`.
  func reject(
    _ plan: MigrationPlan, _ names: MigrationNames, _ custom: CustomSteps, _ old: SQLSchema,
    _ data: (any SQLExternalData)?
  ) throws {
    let search = SQLObstacleSearch(
      names, from: old, to: schema, dialect, externalData: data, custom)
    let obstacles = try using(search.functions) { try self.obstacles(plan, search) }
    if !obstacles.isEmpty { throw loss(obstacles) }
  }

  /// Returns the obstacles to the steps, in the order of the steps.
  private func obstacles(
    _ plan: MigrationPlan, _ search: SQLObstacleSearch
  ) throws -> [MigrationObstacle] {
    try plan.steps.map { try found(search.obstacles(of: $0), $0) }.filter { $0.count > 0 }
  }

  func loss(_ obstacles: [MigrationObstacle]) -> PersistentStoreError {
    .migrationBlocked(path: host.place, obstacles: obstacles)
  }

  /// Counts the rows that prevent a step, and reads the first of them.
  func found(
    _ obstacles: [SQLObstacle], _ step: MigrationPlan.Step
  ) throws -> MigrationObstacle {
    var (count, rows) = (0, [MigrationObstacle.Row]())
    for obstacle in obstacles {
      try host.compute(for: obstacle.statement, isFresh: false)
      let number = Int(try connection.integer(obstacle.count) ?? 0)
      count += number
      if number == 0 || rows.count == MigrationObstacle.mostRows { continue }
      let first = obstacle.first(MigrationObstacle.mostRows - rows.count)
      try connection.forEachRow(of: first) { cursor in
        let (key, value) = obstacle.row(cursor)
        rows.append(MigrationObstacle.Row(entity: obstacle.entity, key: key, value: value))
      }
    }
    return MigrationObstacle(step: step, count: count, rows: rows)
  }

  /// Returns the step with a unique constraint.
  func step(of constraint: SQLUnique.Constraint, in plan: MigrationPlan) -> MigrationPlan.Step {
    let entity = model[constraint.entity] ?? EntityDescription(constraint.entity)
    return plan.step(
      ofUniqueness: entity.uniquenessConstraints[constraint.position].properties, in: entity)
  }
}
