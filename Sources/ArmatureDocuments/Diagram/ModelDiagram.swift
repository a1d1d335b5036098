public import ArmatureModel

/// A diagram of a model. It has a box for each entity, and lines for relationships and inheritance.
///
/// ```swift
/// let diagram = ModelDiagram(model)
/// print(diagram.boxes.count, diagram.links.count)
/// let svg = diagram.svg()
/// let mermaid = diagram.mermaid()
/// ```
/// The same model always gives the same text, so you can commit diagrams and compare them.
public struct ModelDiagram: Hashable, Sendable {
  /// The title of the diagram.
  public let title: String
  /// The boxes of the entities, in the order of the model. Removed entities come last.
  public private(set) var boxes: [Box]
  /// The lines between the boxes. A relationship and its inverse share one line, and each inheritance has its own line.
  public private(set) var links: [Link]
  /// A Boolean value that indicates whether the diagram compares two versions and shows the changes in colour.
  public let isComparison: Bool

  /// Creates a diagram of a model, or of the changes since an older version.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - older: The older version. The diagram shows additions, removals and changes since then.
  /// - Complexity: O(*n*) in the number of properties.
  public init(_ model: ManagedObjectModel, against older: ManagedObjectModel? = nil) {
    var builder = DiagramBuilder(model, against: older)
    builder.build()
    title = model.name
    isComparison = older != nil
    boxes = builder.boxes
    links = builder.links
  }

  /// Returns the part of the diagram around an entity.
  ///
  /// - Parameters:
  ///   - entity: The entity in the middle.
  ///   - depth: The maximum distance from the entity, counted in lines. If it is 0, only the entity itself is kept.
  /// - Returns: The part of the diagram, or `nil` if no box has the name.
  /// - Complexity: O(*n*) in the number of boxes and lines.
  public func focused(on entity: String, depth: Int = 1) -> ModelDiagram? {
    guard let center = boxes.firstIndex(where: { $0.name == entity }) else { return nil }
    var neighbours = [[Int]](repeating: [], count: boxes.count)
    for link in links {
      neighbours[link.from].append(link.to)
      neighbours[link.to].append(link.from)
    }
    var distances = [Int?](repeating: nil, count: boxes.count)
    distances[center] = 0
    var queue = [center]
    var next = 0
    while next < queue.count, let distance = distances[queue[next]], distance < depth {
      for neighbour in neighbours[queue[next]] where distances[neighbour] == nil {
        distances[neighbour] = distance + 1
        queue.append(neighbour)
      }
      next += 1
    }
    return keeping { distances[$0] != nil }
  }

  /// Returns the diagram without the attributes in its boxes.
  public func withoutAttributes() -> ModelDiagram {
    var diagram = self
    for index in boxes.indices { diagram.boxes[index].rows = [] }
    return diagram
  }

  /// Returns the diagram of some boxes, with the lines between them.
  private func keeping(_ isKept: (Int) -> Bool) -> ModelDiagram {
    let kept = boxes.indices.filter(isKept)
    let positions = Dictionary(uniqueKeysWithValues: kept.enumerated().map { ($1, $0) })
    var diagram = self
    diagram.boxes = kept.map { boxes[$0] }
    diagram.links = links.compactMap { link in
      guard let from = positions[link.from], let to = positions[link.to] else { return nil }
      var link = link
      (link.from, link.to) = (from, to)
      return link
    }
    return diagram
  }
}

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

extension ModelDiagram {
  /// A change that an entity, an attribute or a line has had since an older version of the model.
  ///
  /// ```swift
  /// let added = ModelDiagram(model, against: model).boxes.filter { $0.change == .added }
  /// print(added.map(\.name))  // []
  /// ```
  public enum Change: String, Hashable, Sendable, CaseIterable {
    /// The part has not changed, or the diagram does not compare two versions.
    case none
    /// The part is new.
    case added
    /// The part was removed.
    case removed
    /// The part was changed.
    case changed
  }
}

extension ModelDiagram {
  /// Returns the diagram as SVG. No other program is needed to draw it.
  ///
  /// The boxes are arranged in columns. They never overlap, and no line crosses a box. The colours follow the light or
  /// dark appearance of the reader. Lengths are in points at the natural size of the diagram.
  ///
  /// ```swift
  /// let svg = ModelDiagram(model).svg()
  /// print(svg.hasPrefix("<svg"))  // true
  /// ```
  ///
  /// - Complexity: About O(*n* *m*) for *n* boxes and *m* lines, and less if the lines are short. A diagram of 500
  ///   boxes and 2,000 lines takes less than a tenth of a second.
  public func svg() -> String {
    SVGDrawing(self).text(style: SVGStyle.text)
  }
}
