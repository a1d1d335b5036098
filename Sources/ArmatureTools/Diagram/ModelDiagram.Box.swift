extension ModelDiagram {
  /// The box of an entity.
  ///
  /// ```swift
  /// for box in ModelDiagram(model).boxes { print(box.name, box.rows.map(\.name)) }
  /// ```
  public struct Box: Hashable, Sendable {
    /// The name of the entity.
    public let name: String
    /// Whether no object is of the entity itself.
    public let isAbstract: Bool
    /// The attributes that the entity declares itself; elements of composites stand below them.
    public internal(set) var rows: [Row]
    /// What became of it since the older version.
    public let change: Change
    /// The sentences that say what changed.
    public let notes: [String]
  }

  /// A row of a box: an attribute, or an element of a composite one.
  public struct Row: Hashable, Sendable {
    /// The name of the attribute.
    public let name: String
    /// Its type as a declaration spells it, with a `?` where it may be absent.
    public let type: String
    /// How deep the row is in composites; 0 for an attribute of the entity.
    public let depth: Int
    /// Whether the value identifies the object in data.
    public let isIdentifying: Bool
    /// Whether the value is not stored, or is computed.
    public let isTransient: Bool
    /// What became of it since the older version.
    public let change: Change
    /// The sentences that say what changed.
    public let notes: [String]
  }
}
