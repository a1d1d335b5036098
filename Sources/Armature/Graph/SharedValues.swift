import ArmatureModel

/// Values of a constraint that some objects share.
struct SharedValues {
  let constraint: Int
  let values: [AttributeValue]
}
