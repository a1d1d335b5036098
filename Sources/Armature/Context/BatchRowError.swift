/// An error that names the element of a ``BatchInsert`` that could not become an object.
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
  /// The number of the element. The first element has the number 1.
  public let row: Int
  /// The error of the element.
  public let reason: any Error

  init(entity: String, row: Int, reason: any Error) {
    (self.entity, self.row, self.reason) = (entity, row, reason)
  }

  /// A sentence with the number of the element and the reason.
  public var description: String { "Row \(row) of \(entity): \(reason) Nothing was inserted." }
}
