package import ArmatureModel

/// The state of an aggregate over the values added so far.
package struct AggregateState {
  private let aggregate: FetchExpression.Aggregate
  private var count = 0
  private var sum: NumberSum
  private var extreme = AttributeValue.null
  /// The minimum or maximum of integers read from rows.
  private var integer: Int64?

  /// - Parameter kind: The storage kind of all values in rows; `nil` for computed values.
  package init(_ aggregate: FetchExpression.Aggregate, of kind: StorageKind? = nil) {
    self.aggregate = aggregate
    sum = NumberSum(mayHaveDecimals: kind == nil || kind == .decimal)
  }

  /// An aggregate of all numbers of a column.
  init(_ aggregate: FetchExpression.Aggregate, of column: IntegerColumn) {
    self.init(aggregate, of: .int64)
    count = column.count
    sum = NumberSum(of: column.sum)
    if count > 0 { integer = aggregate == .minimum ? column.least : column.most }
  }

  /// Adds a value once for each path that leads to it. Null is ignored.
  package mutating func add(_ value: AttributeValue, _ ways: Int = 1) {
    if value.isNull { return }
    count = count.adding(ways)
    switch aggregate {
    case .sum, .average: sum.add(value, ways)
    case .minimum, .maximum: addExtreme(value)
    case .count, .distinct: break
    }
  }

  /// Adds the value of a row's property, if it is present.
  @inline(__always) mutating func add(_ row: Row, _ place: RowPlace) {
    guard row.isPresent(place) else { return }
    switch place.kind {
    case .int64: add(row[place, as: Int64.self])
    case .int32: add(Int64(row[place, as: Int32.self]))
    case .int16: add(Int64(row[place, as: Int16.self]))
    case .double where aggregate == .sum || aggregate == .average:
      count += 1
      sum.add(row[place, as: Double.self])
    default:
      if aggregate == .count { count += 1 } else { add(row.value(place)) }
    }
  }

  @inline(__always) private mutating func add(_ number: Int64) {
    count += 1
    switch aggregate {
    case .sum, .average: sum.add(number)
    case .minimum: integer = integer.map { min($0, number) } ?? number
    case .maximum: integer = integer.map { max($0, number) } ?? number
    case .count, .distinct: break
    }
  }

  /// Counts an object without reading a value.
  @inline(__always) mutating func addOne() { count += 1 }

  /// Keeps the minimum or maximum of all values so far; ignores values without an order, such as NaN.
  private mutating func addExtreme(_ value: AttributeValue) {
    if value.compare(value) == nil { return }
    let wanted: ValueOrder = aggregate == .minimum ? .ascending : .descending
    if extreme.isNull || value.compare(extreme) == wanted { extreme = value }
  }

  package var value: AttributeValue {
    switch aggregate {
    case .count: return .int(Int64(count))
    case .sum: return sum.total
    case .average: return count == 0 ? .null : sum.mean(count: count)
    case .minimum, .maximum: return integer.map { .int($0) } ?? extreme
    case .distinct: return .null
    }
  }
}
