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
