extension ContiguousArray where Element: Comparable {
  /// The elements in ascending order, each once.
  var sortedUnique: Self {
    if count < 2 { return self }
    var elements = self
    elements.sort()
    var last = 0
    for position in 1..<elements.count where elements[position] != elements[last] {
      last += 1
      elements[last] = elements[position]
    }
    elements.removeSubrange((last + 1)...)
    return elements
  }
}
