package import Armature
package import ArmatureModel

/// A change of a model, the rows of the old one, and the expected result.
package struct MigrationCase: Sendable, CustomStringConvertible {
  package let description: String
  package let old: @Sendable () throws -> ManagedObjectModel
  package let rows: String
  package let new: @Sendable () throws -> ManagedObjectModel
  /// The objects afterwards, or the end of each line of the error.
  package let outcome: String

  init(
    _ words: String, @ModelBuilder from old: @escaping @Sendable () -> ModelBody,
    rows: () -> String, @ModelBuilder to new: @escaping @Sendable () -> ModelBody,
    becomes outcome: () -> String
  ) {
    description = words
    (self.rows, self.outcome) = (rows(), outcome())
    self.old = { try ManagedObjectModel("Old", old) }
    self.new = { try ManagedObjectModel("New", new) }
  }

  package static let all = values + links + entities + cases

  /// Saves the rows.
  @discardableResult package func fill(
    _ container: PersistentContainer
  ) throws -> PersistentContainer {
    let context = container.makeContext()
    try context.load(.text(rows, name: "rows.json"))
    try context.save()
    return container
  }

  /// Returns the difference between obstacles and the expected result; `nil` if they agree.
  package func problem(with obstacles: [MigrationObstacle]) -> String? {
    let ends = outcome.split(separator: "\n")
    let isRight =
      obstacles.count == ends.count
      && zip(obstacles, ends).allSatisfy { $0.description.hasSuffix($1) }
    return isRight ? nil : "\(obstacles) must end in \(ends)"
  }
}
