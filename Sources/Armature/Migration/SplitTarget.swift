package import ArmatureModel

/// What objects that custom steps make of rows are written to: rows in the form of a new model.
///
/// Positions are those of persistent properties, and links are told from both sides, each by its own.
package protocol SplitTarget: AnyObject {
  /// Sets keys aside that no object has.
  func takeKeys(_ count: Int) throws -> Range<Int64>
  /// Whether there is an object.
  func isThere(_ id: ManagedObjectID) throws -> Bool
  /// What a to-one relationship leads to; `nil` for nothing.
  func end(of id: ManagedObjectID, at property: Int) throws -> ManagedObjectID?
  /// Makes an object with the values of its persistent properties.
  func insert(_ id: ManagedObjectID, _ values: [AttributeValue]) throws
  func setEnd(of id: ManagedObjectID, at property: Int, to end: ManagedObjectID?) throws
  /// Adds a member to a to-many relationship, at its end, or removes it.
  func change(
    _ id: ManagedObjectID, at property: Int, adding member: ManagedObjectID?,
    removing former: ManagedObjectID?) throws
  /// Drops an object; links to it are cleared when all rows are there.
  func drop(_ id: ManagedObjectID) throws
}
