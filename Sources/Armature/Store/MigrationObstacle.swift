public import ArmatureModel

/// Rows of a store that keep a step of a migration from being taken without a loss.
///
/// ```swift
/// do {
///   _ = try PersistentContainer(model: model, store: SQLiteStore("shop.sqlite"))
/// } catch PersistentStoreError.migrationLoses(_, let obstacles) {
///   for obstacle in obstacles { print(obstacle.step, obstacle.count, obstacle.rows) }
/// }
/// ```
public struct MigrationObstacle: Hashable, Sendable, Codable {
  /// The step that cannot be taken.
  public let step: MigrationPlan.Step
  /// How many rows stand in its way.
  public let count: Int
  /// The first few of them: ten at most.
  public let rows: [Row]

  /// Says what stands in the way in a store of your own.
  public init(step: MigrationPlan.Step, count: Int, rows: [Row]) {
    (self.step, self.count, self.rows) = (step, count, rows)
  }

  /// How many rows are told at most.
  package static let mostRows = 10

  /// Takes all rows that stand in the way, of which the first are told.
  package init(step: MigrationPlan.Step, of rows: [Row]) {
    self.init(step: step, count: rows.count, rows: Array(rows.prefix(Self.mostRows)))
  }

  /// The same, with more rows in the way of its step.
  package func with(_ other: MigrationObstacle) -> MigrationObstacle {
    MigrationObstacle(
      step: step, count: count + other.count, rows: Array((rows + other.rows).prefix(Self.mostRows))
    )
  }

  /// A row that stands in the way.
  public struct Row: Hashable, Sendable, Codable {
    /// The name of the entity in the model that the row was saved with.
    public let entity: String
    /// The key of the object.
    public let key: Int64
    /// What stands in the way: a value, the key of an object, or a number of objects, as the step says;
    /// nothing where that is the row itself, or that it has no value.
    public let value: AttributeValue

    /// A row with what stands in the way.
    public init(entity: String, key: Int64, value: AttributeValue) {
      (self.entity, self.key, self.value) = (entity, key, value)
    }
  }
}

extension MigrationObstacle: CustomStringConvertible {
  /// The step, how many rows there are, and the first of them.
  public var description: String { "\(step) \(rowsInWords)" }

  /// `2 rows stand in the way: Book 1 ("a"), Book 2 ("b")`.
  var rowsInWords: String {
    let first = rows.prefix(Self.mostInText).map(\.description).joined(separator: ", ")
    return "\(count == 1 ? "1 row stands" : "\(count) rows stand") in the way: \(first)"
      + (count > Self.mostInText ? ", …" : "")
  }

  private static let mostInText = 3
}

extension MigrationObstacle.Row: CustomStringConvertible {
  /// `Book 12 "abc"`; without the value where there is none.
  public var description: String {
    value.isNull ? "\(entity) \(key)" : "\(entity) \(key) (\(value))"
  }
}
