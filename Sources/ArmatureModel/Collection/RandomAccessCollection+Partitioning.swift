extension RandomAccessCollection {
  /// Returns the first index whose element satisfies a condition. The condition must also be true for all following
  /// elements.
  ///
  /// - Complexity: O(log *n*).
  package func partitioningIndex(_ isPast: (Element) -> Bool) -> Index {
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
