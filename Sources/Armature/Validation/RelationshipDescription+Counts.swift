package import ArmatureModel

extension RelationshipDescription {
  /// The minimum number of objects, unless the relationship may be empty.
  package var fewest: Int { max(1, minimumCount) }

  /// The maximum number of objects.
  package var most: Int { isToMany ? (maximumCount > 0 ? maximumCount : Int.max) : 1 }

  /// Returns whether the relationship may lead to a number of objects.
  package func admits(_ count: Int) -> Bool {
    count == 0 ? isOptional : count >= minimumCount && count <= most
  }
}
