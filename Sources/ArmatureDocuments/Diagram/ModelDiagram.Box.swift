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
    /// The attributes that the entity itself declares. A composite is followed by its elements.
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
    /// The type as it is written in a declaration. An optional attribute has a `?` at the end.
    public let type: String
    /// The nesting depth of the row. It is 0 for an attribute of the entity, and greater for an element of a composite.
    public let depth: Int
    /// A Boolean value that indicates whether the value identifies the object in loaded data.
    public let isIdentifying: Bool
    /// A Boolean value that indicates whether the value is computed or not stored.
    public let isTransient: Bool
    /// The change of the attribute since the older version.
    public let change: Change
    /// Sentences that describe the changes.
    public let notes: [String]
  }
}
