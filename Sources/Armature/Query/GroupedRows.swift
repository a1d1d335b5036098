import ArmatureModel

/// The rows of groups of objects, updated for each added object.
struct GroupedRows {
  private typealias Column = (number: Int, aggregate: FetchExpression.Aggregate)

  private let readers: [ColumnReader]
  /// The positions of the grouping columns.
  private let keys: [Int]
  private let aggregates: [Column]
  private let initialStates: [AggregateState]
  private var groups: RowGroups
  /// The values of the groups, with nulls in place of aggregates.
  private var rows: [[AttributeValue]] = []
  /// The aggregates; those of one group are adjacent.
  private var states = ContiguousArray<AggregateState>()

  init(_ columns: [FetchColumn], _ readers: [ColumnReader]) {
    self.readers = readers
    var (keys, aggregates) = ([Int](), [Column]())
    for (number, column) in columns.enumerated() {
      if let aggregate = column.aggregate {
        aggregates.append((number, aggregate))
      } else {
        keys.append(number)
      }
    }
    (self.keys, self.aggregates) = (keys, aggregates)
    initialStates = aggregates.map { AggregateState($0.aggregate, of: readers[$0.number].kind) }
    groups = RowGroups(columnCount: keys.count)
    // Without grouping columns, there is one row even without objects.
    if keys.isEmpty { addGroup(nil) }
  }

  mutating func add(_ object: Unmanaged<ManagedObject>) {
    var group = 0
    for (position, column) in keys.enumerated() {
      group = groups.number(after: group, readers[column].value(of: object), in: position)
    }
    if group == rows.count { addGroup(object) }
    let first = group * aggregates.count
    for position in aggregates.indices {
      readers[aggregates[position].number].add(object, to: &states[first + position])
    }
  }

  private mutating func addGroup(_ object: Unmanaged<ManagedObject>?) {
    var row = [AttributeValue](repeating: .null, count: readers.count)
    if let object {
      for column in keys { row[column] = readers[column].value(of: object) }
    }
    rows.append(row)
    states += initialStates
  }

  /// The rows, in the order of the groups' first objects.
  var values: [[AttributeValue]] {
    var values = rows
    for group in values.indices {
      for position in aggregates.indices {
        values[group][aggregates[position].number] =
          states[group * aggregates.count + position].value
      }
    }
    return values
  }
}
