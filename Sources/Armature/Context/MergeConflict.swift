public import ArmatureModel

/// An object changed both by the context and by others.
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
    /// The value that the context read.
    public let base: AttributeValue
    /// The value in the context.
    public let mine: AttributeValue
    /// The value in the store.
    public let theirs: AttributeValue
  }

  /// The way the two sides changed the object.
  public enum Kind: String, Hashable, Sendable {
    /// Both sides changed the object.
    case changed
    /// The context changed the object, and others deleted it.
    case deletedInStore
    /// The context deletes the object, and others changed it.
    case deletedInContext
  }

  /// The identity of the object.
  public let id: ManagedObjectID
  /// The way the two sides changed the object.
  public let kind: Kind
  /// The properties that others have changed. If only they changed a property, `mine` equals `base`.
  public let properties: [Property]
}
