public import ArmatureModel

/// What a source in Swift says otherwise than its model.
extension ModelIssue.Code {
  /// The model has what its source in Swift does not say.
  public static let notInSource = Self(rawValue: "notInSource")
  /// The tier has no word for it, or Swift not its name.
  public static let otherwiseInSource = Self(rawValue: "otherwiseInSource")
}
