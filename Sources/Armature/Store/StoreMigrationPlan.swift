public import ArmatureModel

/// The way of a store's rows to a model: its steps, how many rows they touch, and which stand in the way.
///
/// ```swift
/// let plan = try SQLiteStore("shop.sqlite").migrationPlan(to: model)
/// print(plan)
/// if let first = plan.obstacles.first { print(first.step.place, first.count) }
/// ```
/// Nothing is changed for it, and nothing tried. Without obstacles the store can be migrated, unless somebody changes it
/// meanwhile, or a custom step throws.
public struct StoreMigrationPlan: Hashable, Sendable, Codable {
  /// One step, and the rows that it meets.
  public struct Step: Hashable, Sendable, Codable {
    /// What is done, and why.
    public let step: MigrationPlan.Step
    /// How many rows there are of the objects that the step is about; 0 where stores have nothing to do.
    ///
    /// `nil` where it is known when the versions before are there.
    public let rowCount: Int?
    /// What stands in its way; `nil` for nothing, and where that is known when the versions before are there.
    public let obstacle: MigrationObstacle?

    /// A step with the rows that it meets.
    public init(_ step: MigrationPlan.Step, rowCount: Int?, obstacle: MigrationObstacle? = nil) {
      (self.step, self.rowCount, self.obstacle) = (step, rowCount, obstacle)
    }
  }

  /// The way from one version to the next.
  public struct Stage: Hashable, Sendable, Codable {
    /// The name of the version; empty unless the migration is a staged one.
    public let version: String
    /// The steps, in their order.
    public let steps: [Step]

    /// A way with its steps.
    public init(_ version: String = "", _ steps: [Step]) {
      (self.version, self.steps) = (version, steps)
    }
  }

  /// The ways from version to version: one of all steps, unless the migration is a staged one, and none where the rows
  /// are those of the model.
  public let stages: [Stage]
  /// The statements that a database would get; none of a store that is no database.
  public let statements: [String]
  /// What is to be known of the whole way, such as that it goes step by step, as sentences; `nil` for nothing.
  public let note: String?

  /// A plan of a store of your own.
  public init(stages: [Stage], statements: [String] = [], note: String? = nil) {
    (self.stages, self.statements, self.note) = (stages, statements, note)
  }

  /// What stands in the way of the first stage, in the order of the steps.
  ///
  /// It is what ``PersistentStoreError/migrationLoses(path:obstacles:)`` would tell.
  public var obstacles: [MigrationObstacle] { stages.flatMap(\.steps).compactMap(\.obstacle) }
}

extension StoreMigrationPlan: CustomStringConvertible {
  /// A line for each step, behind the place of its declaration, with the rows that stand in the way below it, and the note;
  /// a sentence where there is none.
  public var description: String {
    let steps = stages.flatMap { stage in
      stage.steps.map { stage.version.isEmpty ? "\($0)" : "\(stage.version): \($0)" }
    }
    if steps.isEmpty { return note ?? "There is nothing to migrate." }
    return (steps + [note].compactMap(\.self)).joined(separator: "\n")
  }
}

extension StoreMigrationPlan.Step: CustomStringConvertible {
  /// The step, how many rows it touches, and what stands in its way.
  public var description: String {
    var text = step.site.line == 0 ? step.description : "\(step.site): \(step)"
    if let rowCount, step.effect > .nothing {
      text += rowCount == 1 ? " 1 row." : " \(rowCount) rows."
    }
    return text + (obstacle.map { "\n  \($0.rowsInWords)" } ?? "")
  }
}

extension MigrationPlan {
  /// The steps, each with what stands in its way, and behind them others that rows stand in the way of.
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
  /// A way whose rows are known when the versions before are there.
  package init(_ version: String, _ plan: MigrationPlan) {
    self.init(version, plan.steps.map { StoreMigrationPlan.Step($0, rowCount: nil) })
  }
}
