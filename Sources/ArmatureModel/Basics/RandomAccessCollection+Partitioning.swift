extension RandomAccessCollection {
  /// Returns the index of the first element that satisfies a condition. All later elements must satisfy it as well.
  ///
  /// Other modules inline the search, because they call it for hot lookups.
  ///
  /// - Complexity: O(log *n*).
  @inlinable package func partitioningIndex(where isPast: (Element) -> Bool) -> Index {
    var (start, count) = (startIndex, count)
    while count > 0 {
      let middle = index(start, offsetBy: count / 2)
      if isPast(self[middle]) {
        count /= 2
      } else {
        start = index(after: middle)
        count -= count / 2 + 1
      }
    }
    return start
  }
}
