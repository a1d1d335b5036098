package import ArmatureModel

/// A target for the objects that custom steps create from rows, in the form of a new model.
///
/// Positions refer to persistent properties. Links are set on both sides, each by a separate call.
package protocol SplitTarget: AnyObject {
  /// Reserves unused keys.
  func takeKeys(_ count: Int) throws -> Range<Int64>
  /// Returns whether an object exists.
  func isThere(_ id: ManagedObjectID) throws -> Bool
  /// Returns the object of a to-one relationship; `nil` without one.
  func end(of id: ManagedObjectID, at property: Int) throws -> ManagedObjectID?
  /// Creates an object with the values of its persistent properties.
  func insert(_ id: ManagedObjectID, _ values: [AttributeValue]) throws
  func setEnd(of id: ManagedObjectID, at property: Int, to end: ManagedObjectID?) throws
  /// Adds a member to the end of a to-many relationship or removes one.
  func change(
    _ id: ManagedObjectID, at property: Int, adding member: ManagedObjectID?,
    removing former: ManagedObjectID?) throws
  /// Drops an object; links to it are cleared when all rows exist.
  func drop(_ id: ManagedObjectID) throws
}
