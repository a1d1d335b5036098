package import ArmatureModel

/// An aggregate of the values that have come so far.
package struct AggregateState {
  private let aggregate: FetchExpression.Aggregate
  private var count = 0
  private var sum: NumberSum
  private var extreme = AttributeValue.null
  /// The extreme of whole numbers, if the values are read from rows.
  private var integer: Int64?

  /// - Parameter kind: How rows keep all the values; `nil` where they are computed.
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

  /// Adds a value, unless it is absent, once for each way that leads to it.
  package mutating func add(_ value: AttributeValue, _ ways: Int = 1) {
    if value.isNull { return }
    count = count.adding(ways)
    switch aggregate {
    case .sum, .average: sum.add(value, ways)
    case .minimum, .maximum: addExtreme(value)
    case .count, .distinct: break
    }
  }

  /// Adds the value of a property of a row, if there is one.
  @inline(__always) mutating func add(_ row: Row, _ place: RowPlace) {
    guard row.isPresent(place) else { return }
    switch place.kind {
    case .int64: add(row.memory(place, as: Int64.self).pointee)
    case .int32: add(Int64(row.memory(place, as: Int32.self).pointee))
    case .int16: add(Int64(row.memory(place, as: Int16.self).pointee))
    case .double where aggregate == .sum || aggregate == .average:
      count += 1
      sum.add(row.memory(place, as: Double.self).pointee)
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

  /// Counts an object, which has no value of its own.
  @inline(__always) mutating func addOne() { count += 1 }

  /// Keeps the first or the last of all values so far; a value without an order, such as NaN, does not count.
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
