public import ArmatureModel

/// An object that the context and others have changed.
///
/// ```swift
/// func words(_ conflict: MergeConflict) -> String {
///   switch conflict.kind {
///   case .changed: "\(conflict.id): others changed \(conflict.properties.map(\.name)), too"
///   case .deletedByOthers: "\(conflict.id) was changed here and deleted by others"
///   case .deletedHere: "\(conflict.id) was deleted here and changed by others"
///   }
/// }
/// ```
public struct MergeConflict: Hashable, Sendable {
  /// A property that both sides changed, or that differs from what was read.
  ///
  /// ```swift
  /// context.mergePolicy = .resolve { property in
  ///   property.name == "pages" ? property.theirs : property.mine
  /// }
  /// ```
  public struct Property: Hashable, Sendable {
    /// The entity of the object.
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

  /// What the two sides did to the object.
  public enum Kind: String, Hashable, Sendable {
    /// Both changed it.
    case changed
    /// The context changed it, others have deleted it.
    case deletedByOthers
    /// The context deletes it, others have changed it.
    case deletedHere
  }

  /// The identity of the object.
  public let id: ManagedObjectID
  /// What the two sides did.
  public let kind: Kind
  /// The properties that others have changed; those that only they changed have `mine` as `base`.
  public let properties: [Property]
}
