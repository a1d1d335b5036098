extension Sequence {
  /// Returns the elements grouped by a number, in ascending order of the numbers. Elements without a number are left
  /// out. Each group keeps the order of its elements.
  func grouped(by key: (Element) -> Int?) -> [(key: Int, elements: [Element])] {
    var groups: [(key: Int, elements: [Element])] = []
    var places: [Int: Int] = [:]
    // Most elements have the same number as the previous one.
    var last = 0
    for element in self {
      guard let key = key(element) else { continue }
      if last == groups.count || groups[last].key != key {
        last = places[key] ?? groups.count
        if last == groups.count {
          places[key] = last
          groups.append((key, []))
        }
      }
      groups[last].elements.append(element)
    }
    return groups.sorted { $0.key < $1.key }
  }
}
