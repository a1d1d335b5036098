import ArmatureModel

/// What a graph, and its objects, ask of the context above them.
protocol GraphContext: AnyObject {
  /// Whether objects without changes stay that nobody else holds.
  var retainsRegisteredObjects: Bool { get }
  /// How many groups of undo are open.
  var openGroups: Int { get }
  /// Whether it validates what it saves.
  var isValidatingSave: Bool { get }
  /// Runs a closure with the derived values that a save would compute, and takes these back.
  func withDerivedValues<Result>(_ body: () -> Result) -> Result
}
