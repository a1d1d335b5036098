extension StoreRows {
  /// Sorts the rows by their keys.
  ///
  /// - Complexity: O(*n* log *n*) in the number of rows; O(1) if they are already sorted.
  package func sortByKey() {
    if isAscending { return }
    endRow()
    let order = records.indices.sorted { records[$0].key < records[$1].key }
    records = ContiguousArray(order.map { records[$0] })
    isAscending = zip(records, records.dropFirst()).allSatisfy { $0.key < $1.key }
    if wrongValues.isEmpty { return }
    var positions = Array(repeating: 0, count: order.count)
    for (position, former) in order.enumerated() { positions[former] = position }
    wrongRecords = Set(wrongRecords.map { positions[$0] })
    wrongValues = wrongValues.map {
      WrongValue(record: positions[$0.record], property: $0.property, value: $0.value)
    }
  }
}
