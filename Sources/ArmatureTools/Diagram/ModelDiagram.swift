public import ArmatureModel

/// A picture of a model: a box for each entity, and lines for relationships and inheritance.
///
/// ```swift
/// let diagram = ModelDiagram(model)
/// print(diagram.boxes.count, diagram.links.count)
/// let svg = diagram.svg()
/// let mermaid = diagram.mermaid()
/// ```
/// The same model makes the same text at each run, so that pictures can be committed and compared.
public struct ModelDiagram: Hashable, Sendable {
  /// What is drawn, for a heading.
  public let title: String
  /// The entities, in the order of the model; those that are gone come last.
  public private(set) var boxes: [Box]
  /// The lines between them: each relationship once, with its inverse, and each inheritance.
  public private(set) var links: [Link]
  /// Whether two versions are compared, so that what changed has a colour.
  public let isComparison: Bool

  /// Draws a model, or what became of an older version of it.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - older: An older version, against which additions, removals and changes are shown.
  /// - Complexity: O(*n*) in the number of properties.
  public init(_ model: ManagedObjectModel, against older: ManagedObjectModel? = nil) {
    var builder = DiagramBuilder(model, against: older)
    builder.build()
    title = model.name
    isComparison = older != nil
    boxes = builder.boxes
    links = builder.links
  }

  /// The picture of one entity and what is near to it.
  ///
  /// - Parameters:
  ///   - entity: The entity in the middle.
  ///   - depth: How many lines lead at most from it to another; 0 leaves it alone.
  /// - Returns: `nil` for a name that no box has.
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

  /// The picture without the rows of the boxes.
  public func withoutAttributes() -> ModelDiagram {
    var diagram = self
    for index in boxes.indices { diagram.boxes[index].rows = [] }
    return diagram
  }

  /// The picture of some boxes, with the lines between them.
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
