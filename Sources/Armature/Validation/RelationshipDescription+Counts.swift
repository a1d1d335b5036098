package import ArmatureModel

extension RelationshipDescription {
  /// The fewest objects that it must lead to, unless it may lead to none.
  package var fewest: Int { max(1, minimumCount) }

  /// The most objects that it may lead to.
  package var most: Int { isToMany ? (maximumCount > 0 ? maximumCount : Int.max) : 1 }

  /// Whether it may lead to so many objects.
  package func admits(_ count: Int) -> Bool {
    count == 0 ? isOptional : count >= minimumCount && count <= most
  }
}
