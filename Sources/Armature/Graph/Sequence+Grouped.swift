extension Sequence {
  /// Returns the elements grouped by the positions of their entities, in the order of first appearance. Elements
  /// without an entity are left out.
  func grouped(byEntity entity: (Element) -> Int?) -> [(entity: Int, elements: [Element])] {
    var groups: [(entity: Int, elements: [Element])] = []
    var places: [Int: Int] = [:]
    // Most elements have the same entity as the previous one.
    var last = 0
    for element in self {
      guard let entity = entity(element) else { continue }
      if last == groups.count || groups[last].entity != entity {
        last = places[entity] ?? groups.count
        if last == groups.count {
          places[entity] = last
          groups.append((entity, []))
        }
      }
      groups[last].elements.append(element)
    }
    return groups.sorted { $0.entity < $1.entity }
  }
}
