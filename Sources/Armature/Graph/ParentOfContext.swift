import ArmatureModel

/// A store that is the parent of a context.
protocol ParentOfContext: PersistentStore, StoreReader {
  /// The parent.
  var context: any GraphContext { get }

  /// The objects of the parent.
  var graph: ObjectGraph { get }

  /// Merges saves by other contexts into the parent, if the parent merges automatically.
  ///
  /// - Throws: The error of the parent's own store.
  func mergeRemoteChanges() throws

  /// Whether the parent, or a context above it, has unsaved changes.
  var hasUnsavedChanges: Bool { get }

  /// Makes the parent look up the objects that have some values of a constraint.
  ///
  /// - Throws: The error of the parent's own store.
  func find(_ values: [[AttributeValue]], of constraint: Int) throws

  /// Passes the decisions about identities of a child's save to the parent.
  ///
  /// - Parameter child: The slots of the child, whose handles the decisions contain.
  func take(_ decisions: IdentityDecisions, of child: SlotTable)
}

/// User code has changed a child while the parent took over its changes. The parent has reverted them.
struct ChangedMeanwhile: Error {}
