public import ArmatureModel

/// What a source in Swift says otherwise than its model.
extension ModelIssue.Code {
  /// The tier has no word for it, or Swift not its name.
  public static let otherwiseInSource = Self(rawValue: "otherwiseInSource")
}
