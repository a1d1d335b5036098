extension Sequence {
  /// The elements by the positions of their entities, in the order of these; without those that have none.
  func grouped(byEntity entity: (Element) -> Int?) -> [(entity: Int, elements: [Element])] {
    var groups: [Int: [Element]] = [:]
    for element in self {
      if let entity = entity(element) { groups[entity, default: []].append(element) }
    }
    return groups.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}
