public import ArmatureModel

/// A conflict between a save and an earlier save by another context, which has changed the same object.
///
/// If a save fails because of conflicts, you find them in the error ``MergeConflicts``.
///
/// ```swift
/// func words(_ conflict: MergeConflict) -> String {
///   switch conflict.kind {
///   case .changed: "\(conflict.id): others changed \(conflict.properties.map(\.name)), too"
///   case .deletedInStore: "\(conflict.id) was changed here and deleted by others"
///   case .deletedInContext: "\(conflict.id) was deleted here and changed by others"
///   }
/// }
/// ```
public struct MergeConflict: Hashable, Sendable {
  /// A property that both sides changed, or whose stored value differs from the value read.
  ///
  /// ```swift
  /// context.mergePolicy = .resolve { property in
  ///   property.name == "pages" ? property.theirs : property.mine
  /// }
  /// ```
  public struct Property: Hashable, Sendable {
    /// The name of the object's entity.
    public let entity: String
    /// The name of the property.
    public let name: String
    /// The value that the context originally read from the store.
    public let base: AttributeValue
    /// The value that the context is about to save.
    public let mine: AttributeValue
    /// The value that is now in the store.
    public let theirs: AttributeValue
  }

  /// The way in which both sides changed the object.
  public enum Kind: String, Hashable, Sendable {
    /// Both sides changed the object.
    case changed
    /// The context changed the object, and another save deleted it.
    case deletedInStore
    /// The context deletes the object, and another save changed it.
    case deletedInContext
  }

  /// The identity of the object.
  public let id: ManagedObjectID
  /// The way in which both sides changed the object.
  public let kind: Kind
  /// The properties that the other save changed. If the context has not changed a property, its `mine` equals its
  /// `base`.
  public let properties: [Property]
}
