package import ArmatureModel

/// Where the rows of faults come from.
package protocol RowSource: AnyObject {
  /// The values of some objects of one entity, in the order of the keys; `nil` where there is no row.
  ///
  /// Objects at the end of relationships stand as their IDs.
  func values(for keys: [Int64], of entity: EntityDescription) -> [[String: AttributeValue]?]
}
