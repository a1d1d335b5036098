public import ArmatureModel

/// The rows that prevent a step of a migration, because the step would lose their data.
///
/// ```swift
/// do {
///   _ = try PersistentContainer(model: model, store: SQLiteStore("shop.sqlite"))
/// } catch PersistentStoreError.migrationBlocked(_, let obstacles) {
///   for obstacle in obstacles { print(obstacle.step, obstacle.count, obstacle.rows) }
/// }
/// ```
public struct MigrationObstacle: Hashable, Sendable, Codable {
  /// The step that the rows prevent.
  public let step: MigrationPlan.Step
  /// The number of rows that prevent the step.
  public let count: Int
  /// The first of these rows, at most ten.
  public let rows: [Row]

  /// Creates an obstacle for a custom store.
  public init(step: MigrationPlan.Step, count: Int, rows: [Row]) {
    (self.step, self.count, self.rows) = (step, count, rows)
  }

  /// The maximum number of rows in ``rows``.
  package static let mostRows = 10

  /// Creates an obstacle from all rows that prevent the step, and keeps the first of them.
  package init(step: MigrationPlan.Step, of rows: [Row]) {
    self.init(step: step, count: rows.count, rows: Array(rows.prefix(Self.mostRows)))
  }

  /// Returns the obstacle with the rows of another obstacle to the same step added.
  package func with(_ other: MigrationObstacle) -> MigrationObstacle {
    MigrationObstacle(
      step: step, count: count + other.count, rows: Array((rows + other.rows).prefix(Self.mostRows))
    )
  }

  /// A row that prevents a step.
  public struct Row: Hashable, Sendable, Codable {
    /// The name of the entity in the model that the row was saved with.
    public let entity: String
    /// The key of the object.
    public let key: Int64
    /// The value that prevents the step.
    ///
    /// Depending on the step, this is a value of an attribute, the key of an object, or a number of objects. The value
    /// is `null` if the row itself or a missing value prevents the step.
    public let value: AttributeValue

    /// Creates a row with the cause.
    public init(entity: String, key: Int64, value: AttributeValue) {
      (self.entity, self.key, self.value) = (entity, key, value)
    }
  }
}

extension MigrationObstacle: CustomStringConvertible {
  /// The step, the number of rows, and the first rows.
  public var description: String { "\(step) \(rowsInWords)" }

  /// `2 rows are obstacles: Book 1 ("a"), Book 2 ("b")`.
  var rowsInWords: String {
    let first = rows.prefix(Self.mostInText).map(\.description).joined(separator: ", ")
    return "\(count == 1 ? "1 row is an obstacle" : "\(count) rows are obstacles"): \(first)"
      + (count > Self.mostInText ? ", …" : "")
  }

  private static let mostInText = 3
}

extension MigrationObstacle.Row: CustomStringConvertible {
  /// The entity, the key and the value, as in `Book 12 "abc"`. The value is left out if it is `null`.
  public var description: String {
    value.isNull ? "\(entity) \(key)" : "\(entity) \(key) (\(value))"
  }
}
