/// Which element of a ``BatchInsert`` could not be made an object, and why.
///
/// ```swift
/// do {
///   try context.execute(BatchInsert("Author", [["name": "Jane Austen"], ["nmae": "Anne Brontë"]]))
/// } catch let error as BatchRowError {
///   print(error.row)  // 2
/// }
/// ```
public struct BatchRowError: Error, CustomStringConvertible {
  /// The name of the entity.
  public let entity: String
  /// The number of the element, from 1.
  public let row: Int
  /// What is wrong with it.
  public let reason: any Error

  init(entity: String, row: Int, reason: any Error) {
    (self.entity, self.row, self.reason) = (entity, row, reason)
  }

  /// The row, and what is wrong with it.
  public var description: String { "Row \(row) of \(entity): \(reason) Nothing was inserted." }
}
