import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A number, a date or a Boolean as plain data, or a missing value.
struct ScalarValue {
  enum Kind: UInt8 { case absent, integer, number, date, truth }

  let kind: Kind
  /// The bits of the value.
  let bits: UInt64

  static var absent: ScalarValue { ScalarValue(kind: .absent, bits: 0) }

  @inline(__always) init(kind: Kind, bits: UInt64) { (self.kind, self.bits) = (kind, bits) }
  @inline(__always) init(_ value: Int64) {
    self.init(kind: .integer, bits: UInt64(bitPattern: value))
  }
  @inline(__always) init(_ value: Double) { self.init(kind: .number, bits: value.bitPattern) }

  /// Fails for a value of any other kind.
  init?(_ value: AttributeValue) {
    switch value {
    case .null: self = .absent
    case .int(let value): self.init(value)
    case .double(let value): self.init(value)
    case .date(let value):
      self.init(kind: .date, bits: value.timeIntervalSinceReferenceDate.bitPattern)
    case .bool(let value): self.init(kind: .truth, bits: value ? 1 : 0)
    default: return nil
    }
  }

  /// Reads the value at a place of a row, which must have a supported kind.
  @inline(__always) init(_ row: Row, _ place: RowPlace) {
    guard row.isPresent(place) else {
      self = .absent
      return
    }
    switch place.kind {
    case .int64: self.init(row[place, as: Int64.self])
    case .int32: self.init(Int64(row[place, as: Int32.self]))
    case .int16: self.init(Int64(row[place, as: Int16.self]))
    case .double: self.init(row[place, as: Double.self])
    case .float: self.init(Double(row[place, as: Float.self]))
    case .date:
      self.init(kind: .date, bits: row[place, as: Double.self].bitPattern)
    default: self.init(kind: .truth, bits: row[place, as: Bool.self] ? 1 : 0)
    }
  }

  @inline(__always) var integer: Int64 { Int64(bitPattern: bits) }
  @inline(__always) var number: Double { Double(bitPattern: bits) }

  var value: AttributeValue {
    switch kind {
    case .absent: .null
    case .integer: .int(integer)
    case .number: .double(number)
    case .date: .date(Date(timeIntervalSinceReferenceDate: number))
    case .truth: .bool(bits != 0)
    }
  }
}

extension ScalarValue.Kind {
  /// Creates the kind of the values with a storage kind; `nil` for any other storage kind.
  init?(_ kind: StorageKind) {
    switch kind {
    case .int16, .int32, .int64: self = .integer
    case .float, .double: self = .number
    case .date: self = .date
    case .bool: self = .truth
    default: return nil
    }
  }

  var isNumber: Bool { self == .integer || self == .number }
}

extension FetchPredicate.Comparison {
  /// Returns whether the comparison holds for two values.
  @inline(__always) func holds(_ left: ScalarValue, _ right: ScalarValue) -> Bool {
    if left.kind == right.kind {
      switch left.kind {
      case .integer: return holds(left.integer, right.integer)
      case .number, .date:
        if !left.number.isNaN, !right.number.isNaN { return holds(left.number, right.number) }
      case .absent, .truth: break
      }
    }
    return holds(left.value, right.value, [])
  }
}

extension FetchExpression.Arithmetic {
  /// Returns the result for two numbers; absent without a result.
  @inline(__always) func apply(_ left: ScalarValue, _ right: ScalarValue) -> ScalarValue {
    if left.kind == .integer, right.kind == .integer {
      let result: (partialValue: Int64, overflow: Bool)
      switch self {
      case .add: result = left.integer.addingReportingOverflow(right.integer)
      case .subtract: result = left.integer.subtractingReportingOverflow(right.integer)
      case .multiply: result = left.integer.multipliedReportingOverflow(by: right.integer)
      default: return ScalarValue(apply(left.value, right.value)) ?? .absent
      }
      return result.overflow ? .absent : ScalarValue(result.partialValue)
    }
    if left.kind == .number, right.kind == .number {
      let result: Double
      switch self {
      case .add: result = left.number + right.number
      case .subtract: result = left.number - right.number
      case .multiply: result = left.number * right.number
      case .divide: result = left.number / right.number
      default: return ScalarValue(apply(left.value, right.value)) ?? .absent
      }
      return result.isFinite ? ScalarValue(result) : .absent
    }
    return ScalarValue(apply(left.value, right.value)) ?? .absent
  }
}
