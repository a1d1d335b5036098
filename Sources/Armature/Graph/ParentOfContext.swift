import ArmatureModel

/// A store that is the parent of a context.
protocol ParentOfContext: PersistentStore, StoreReader {
  /// The parent.
  var context: any GraphContext { get }

  /// Has the parent merge what others have saved, if it does so by itself.
  ///
  /// - Throws: What the parent's own store throws.
  func mergeChangesOfOthers() throws

  /// Whether the parent, or a context above it, has changes that it has not saved.
  var hasUnsavedChanges: Bool { get }

  /// Has the parent find out which objects have some values of a constraint of the model.
  ///
  /// - Throws: What the parent's own store throws.
  func find(_ values: [[AttributeValue]], of constraint: Int) throws

  /// Has the parent know what a child has decided by identities, which it has saved here.
  func take(_ decisions: IdentityDecisions, of child: ObjectGraph)
}
