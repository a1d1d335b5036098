public import ArmatureModel

/// Issues of generated Swift source.
extension ModelIssue.Code {
  /// The model has a declaration that the source does not contain.
  public static let missingInSource = Self(rawValue: "missingInSource")
  /// The source contains a declaration in another place or under another name.
  public static let changedInSource = Self(rawValue: "changedInSource")
}
