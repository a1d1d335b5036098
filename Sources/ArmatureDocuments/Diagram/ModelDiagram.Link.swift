extension ModelDiagram {
  /// A line between two boxes. It represents inheritance, or a relationship together with its inverse.
  ///
  /// ```swift
  /// for link in ModelDiagram(model).links { print(link.start?.name ?? "inherits", link.end?.name ?? "") }
  /// ```
  public struct Link: Hashable, Sendable {
    /// The position of the box at the start of the line. This is the parent entity, or the entity of the relationship
    /// ``start``.
    public internal(set) var from: Int
    /// The position of the box at the end of the line. This is the child entity, or the destination of the relationship
    /// ``start``.
    public internal(set) var to: Int
    /// The relationship of the first box. It is `nil` if the line represents inheritance.
    public let start: Role?
    /// The inverse relationship, which belongs to the second box. It is `nil` if the relationship has no inverse, or if
    /// the line represents inheritance.
    public let end: Role?
    /// The change of the line since the older version.
    public let change: Change

    /// A Boolean value that indicates whether the second entity inherits from the first.
    public var isInheritance: Bool { start == nil }
  }

  /// A relationship at one end of a line.
  public struct Role: Hashable, Sendable {
    /// The name of the relationship.
    public let name: String
    /// A Boolean value that indicates whether the relationship is to-many.
    public let isToMany: Bool
    /// A Boolean value that indicates whether the objects are ordered.
    public let isOrdered: Bool
    /// A Boolean value that indicates whether the relationship may be empty.
    public let isOptional: Bool
    /// A Boolean value that indicates whether the relationship is not stored.
    public let isTransient: Bool
  }
}

extension ModelDiagram.Role {
  /// The cardinality in words: `any number of`.
  var words: String {
    switch (isToMany, isOptional) {
    case (false, false): "exactly one"
    case (false, true): "one or no"
    case (true, false): "one or more"
    case (true, true): "any number of"
    }
  }
}
