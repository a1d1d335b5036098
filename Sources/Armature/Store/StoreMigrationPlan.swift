public import ArmatureModel

/// A preview of the migration of a store to a model.
///
/// Use a plan to find out what a migration would do, for example before you release a new version of your model. The
/// plan lists the steps of the migration, the number of rows that each step affects, and the obstacles.
///
/// ```swift
/// let plan = try SQLiteStore("shop.sqlite").migrationPlan(to: model)
/// print(plan)
/// if let first = plan.obstacles.first { print(first.step.place, first.count) }
/// ```
/// Creating a plan does not change the store. If a plan has no obstacles, you can expect the migration to succeed. It
/// can still fail if the data change in the meantime or if one of your steps throws an error.
public struct StoreMigrationPlan: Hashable, Sendable, Codable {
  /// One step of the migration, with the rows that it affects.
  public struct Step: Hashable, Sendable, Codable {
    /// The change and its reason.
    public let step: MigrationPlan.Step
    /// The number of rows of the step's entity. It is 0 if the step changes nothing in the store.
    ///
    /// In a staged migration, the number is `nil` for all stages after the first, because it depends on the earlier
    /// stages.
    public let rowCount: Int?
    /// The rows that prevent the step.
    ///
    /// The obstacle is `nil` if no row prevents the step. In a staged migration, it is also `nil` for all stages after
    /// the first.
    public let obstacle: MigrationObstacle?

    /// Creates a step with the rows that it affects.
    public init(_ step: MigrationPlan.Step, rowCount: Int?, obstacle: MigrationObstacle? = nil) {
      (self.step, self.rowCount, self.obstacle) = (step, rowCount, obstacle)
    }
  }

  /// The steps from one version to the next.
  public struct Stage: Hashable, Sendable, Codable {
    /// The name of the version. The name is empty unless the migration is staged.
    public let version: String
    /// The steps, in their order.
    public let steps: [Step]

    /// Creates a stage from its steps.
    public init(_ version: String = "", _ steps: [Step]) {
      (self.version, self.steps) = (version, steps)
    }
  }

  /// The stages of the migration.
  ///
  /// A staged migration has one stage for each version. Any other migration has a single stage with all steps. The list
  /// is empty if the rows already match the model.
  public let stages: [Stage]
  /// The SQL statements that the database would execute. The list is empty for stores without SQL.
  public let statements: [String]
  /// A note about the whole migration, if the store has one. For example, the note says if the migration runs step by
  /// step.
  public let note: String?

  /// Creates a plan for a custom store.
  public init(stages: [Stage], statements: [String] = [], note: String? = nil) {
    (self.stages, self.statements, self.note) = (stages, statements, note)
  }

  /// The obstacles of the first stage, in the order of the steps.
  ///
  /// If you run the migration, ``PersistentStoreError/migrationBlocked(path:obstacles:)`` lists the same obstacles.
  public var obstacles: [MigrationObstacle] { stages.flatMap(\.steps).compactMap(\.obstacle) }
}

extension StoreMigrationPlan: CustomStringConvertible {
  /// The plan as text, with one line for each step.
  ///
  /// A line starts with the place of the step's declaration. The obstacle of the step and the note follow. If the plan
  /// has no steps, the text is one sentence.
  public var description: String {
    let steps = stages.flatMap { stage in
      stage.steps.map { stage.version.isEmpty ? "\($0)" : "\(stage.version): \($0)" }
    }
    if steps.isEmpty { return note ?? "There is nothing to migrate." }
    return (steps + [note].compactMap(\.self)).joined(separator: "\n")
  }
}

extension StoreMigrationPlan.Step: CustomStringConvertible {
  /// The step, the number of its rows, and its obstacle.
  public var description: String {
    var text = step.site.line == 0 ? step.description : "\(step.site): \(step)"
    if let rowCount, step.effect > .nothing {
      text += rowCount == 1 ? " 1 row." : " \(rowCount) rows."
    }
    return text + (obstacle.map { "\n  \($0.rowsInWords)" } ?? "")
  }
}

extension MigrationPlan {
  /// Returns the steps with their obstacles, followed by steps outside the plan that have obstacles.
  package func steps(
    withObstacles obstacles: [MigrationObstacle], rowCount: (Step) throws -> Int
  ) rethrows -> [StoreMigrationPlan.Step] {
    let others = obstacles.map(\.step).filter { !steps.contains($0) }
    return try (steps + others).map { step in
      let own = obstacles.filter { $0.step == step }
      return StoreMigrationPlan.Step(
        step, rowCount: try rowCount(step),
        obstacle: own.dropFirst().reduce(own.first) { $0?.with($1) })
    }
  }
}

extension StoreMigrationPlan.Stage {
  /// Creates a later stage. The rows of its steps are not known yet.
  package init(_ version: String, _ plan: MigrationPlan) {
    self.init(version, plan.steps.map { StoreMigrationPlan.Step($0, rowCount: nil) })
  }
}
