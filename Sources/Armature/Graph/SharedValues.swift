import ArmatureModel

/// Values of a constraint that several objects share.
struct SharedValues {
  let constraint: Int
  let values: [AttributeValue]
}
