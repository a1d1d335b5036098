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
  /// The columns of all aggregates, if there is one group, and all are of whole numbers of the objects themselves.
  private var integers = ContiguousArray<IntegerColumn>()

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
    let positions = aggregates.map { readers[$0.number].integerPosition }
    guard keys.isEmpty, !positions.contains(nil) else { return }
    for position in Set(positions.compactMap { $0 }) {
      integers.append(IntegerColumn(at: position))
    }
  }

  mutating func add(_ object: Unmanaged<ManagedObject>) {
    if !integers.isEmpty {
      return object._withUnsafeGuaranteedRef { object in
        guard object.isFilled() else { return }
        for column in integers.indices { integers[column].add(object) }
      }
    }
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
    if !integers.isEmpty {
      for (number, aggregate) in aggregates {
        let column = integers.first { $0.position == readers[number].integerPosition }
        if let column { values[0][number] = AggregateState(aggregate, of: column).value }
      }
      return values
    }
    for group in values.indices {
      for position in aggregates.indices {
        values[group][aggregates[position].number] =
          states[group * aggregates.count + position].value
      }
    }
    return values
  }
}
