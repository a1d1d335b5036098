extension ModelDiagram {
  /// A line between two boxes: a relationship with its inverse, or inheritance.
  ///
  /// ```swift
  /// for link in ModelDiagram(model).links { print(link.start?.name ?? "inherits", link.end?.name ?? "") }
  /// ```
  public struct Link: Hashable, Sendable {
    /// The position of the box where the line starts: the parent, or the entity of ``start``.
    public internal(set) var from: Int
    /// The position of the box where the line ends: the child, or the destination of ``start``.
    public internal(set) var to: Int
    /// The relationship of the first box; `nil` for inheritance.
    public let start: Role?
    /// The inverse, which the second box has; `nil` where there is none, and for inheritance.
    public let end: Role?
    /// What became of it since the older version.
    public let change: Change

    /// Whether the second entity inherits from the first.
    public var isInheritance: Bool { start == nil }
  }

  /// One direction of a line.
  public struct Role: Hashable, Sendable {
    /// The name of the relationship.
    public let name: String
    /// Whether it leads to any number of objects.
    public let isToMany: Bool
    /// Whether the objects have an order.
    public let isOrdered: Bool
    /// Whether it may lead to none.
    public let isOptional: Bool
    /// Whether it is not stored.
    public let isTransient: Bool
  }
}

extension ModelDiagram.Role {
  /// How many objects it leads to, in a sentence: `any number of`.
  var words: String {
    switch (isToMany, isOptional) {
    case (false, false): "exactly one"
    case (false, true): "one or no"
    case (true, false): "one or more"
    case (true, true): "any number of"
    }
  }
}
