extension ModelDiagram {
  /// The box of an entity.
  ///
  /// ```swift
  /// for box in ModelDiagram(model).boxes { print(box.name, box.rows.map(\.name)) }
  /// ```
  public struct Box: Hashable, Sendable {
    /// The name of the entity.
    public let name: String
    /// A Boolean value that indicates whether the entity is abstract.
    public let isAbstract: Bool
    /// The attributes that the entity itself declares. The elements of a composite follow it.
    public internal(set) var rows: [Row]
    /// The change of the entity since the older version.
    public let change: Change
    /// Sentences that describe the changes.
    public let notes: [String]
  }

  /// A row of a box: an attribute, or an element of a composite attribute.
  public struct Row: Hashable, Sendable {
    /// The name of the attribute.
    public let name: String
    /// The type as a declaration spells it, with a `?` for an optional attribute.
    public let type: String
    /// The depth of the row in composites; 0 for an attribute of the entity.
    public let depth: Int
    /// A Boolean value that indicates whether the value identifies the object in data.
    public let isIdentifying: Bool
    /// A Boolean value that indicates whether the value is computed or not stored.
    public let isTransient: Bool
    /// The change of the attribute since the older version.
    public let change: Change
    /// Sentences that describe the changes.
    public let notes: [String]
  }
}
