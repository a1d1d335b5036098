import ArmatureModel

/// The services of a context for its graph and objects.
protocol GraphContext: AnyObject {
  /// Whether unchanged objects stay registered when no one else holds them.
  var retainsRegisteredObjects: Bool { get }
  /// The number of open undo groups.
  var openGroups: Int { get }
  /// Whether saves are validated.
  var isValidatingSave: Bool { get }
  /// Runs a closure with the derived values that a save would compute, and then reverts these values.
  func withDerivedValues<Result>(_ body: () -> Result) -> Result
}
