import Armature
package import ArmatureModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A statement that writes rows of one entity, with the parameters for their values.
package final class SQLRowBinding: StoreValueWriter {
  let cursor: any SQLCursor
  /// The parameters of each property of the entity.
  private let targets: [Target]
  /// The parameters of the columns of all properties, one property after the other.
  private let columnPlaces: [Int]
  private let places: [SQLPlace]
  private let externalData: (any SQLExternalData)?

  /// The number of parameters before the current row, for a statement that writes several rows.
  @exclusivity(unchecked) var offset = 0

  /// The parameters of a property.
  private struct Target {
    let kind: SQLFastColumnKind
    /// The parameter of its first column; −1 if the property is not bound.
    let first: Int
    /// The range of its columns in ``columnPlaces``.
    let range: Range<Int>
  }

  /// The values that could not be bound because their columns cannot store them.
  @exclusivity(unchecked) private var invalidValues: [InvalidValue] = []

  package struct InvalidValue {
    package let value: AttributeValue
    package let property: Int
  }

  /// Returns the values of the current row that could not be bound, and clears them.
  package func takeInvalidValues() -> [InvalidValue] {
    if invalidValues.isEmpty { return [] }
    defer { invalidValues = [] }
    return invalidValues
  }

  /// - Parameters:
  ///   - properties: The positions of the bound properties.
  ///   - first: The parameter of the first column.
  ///   - isByTable: True if the statement has all columns in the order of the table. False if it has only the columns
  ///     of the properties, in the order of the properties.
  package init(
    _ cursor: any SQLCursor, _ properties: some Sequence<Int>, from first: Int,
    isByTable: Bool = false, _ places: [SQLPlace], _ externalData: (any SQLExternalData)?
  ) {
    (self.cursor, self.places, self.externalData) = (cursor, places, externalData)
    var targets = Array(
      repeating: Target(kind: .other, first: -1, range: 0..<0), count: places.count)
    var columnPlaces: [Int] = []
    for property in properties {
      let start = columnPlaces.count
      for column in places[property].columns {
        columnPlaces.append(first + (isByTable ? column : columnPlaces.count))
      }
      targets[property] = Target(
        kind: SQLFastColumnKind(places[property]),
        first: start < columnPlaces.count ? columnPlaces[start] : -1,
        range: start..<columnPlaces.count)
    }
    (self.targets, self.columnPlaces, end) = (targets, columnPlaces, first + columnPlaces.count)
  }

  /// The first parameter after all values, in the order of the properties.
  let end: Int

  package func write(_ number: Int64, at property: Int) throws {
    let target = targets[property]
    guard target.kind == .integer else { return try encode(.int(number), at: property) }
    cursor.bind(number, at: target.first + offset)
  }

  package func write(_ number: Double, at property: Int) throws {
    let target = targets[property]
    guard target.kind == .real, !number.isNaN else {
      return try encode(.double(number), at: property)
    }
    cursor.bind(number, at: target.first + offset)
  }

  package func write(_ holds: Bool, at property: Int) throws {
    let target = targets[property]
    guard target.kind == .truth else { return try encode(.bool(holds), at: property) }
    cursor.bind(holds ? 1 : 0 as Int64, at: target.first + offset)
  }

  package func write(_ date: Date, at property: Int) throws {
    let (target, seconds) = (targets[property], date.timeIntervalSinceReferenceDate)
    guard target.kind == .date, !seconds.isNaN else {
      return try encode(.date(date), at: property)
    }
    cursor.bind(seconds, at: target.first + offset)
  }

  package func write(utf8 bytes: UnsafeBufferPointer<UInt8>, at property: Int) throws {
    let target = targets[property]
    guard target.kind == .text else {
      return try encode(.string(String(decoding: bytes, as: UTF8.self)), at: property)
    }
    cursor.bind(utf8: bytes, at: target.first + offset)
  }

  package func write(_ value: AttributeValue, at property: Int) throws {
    // Changes may have been decoded from data.
    guard targets.indices.contains(property), targets[property].first >= 0 else { return }
    switch value {
    case .null:
      for position in targets[property].range {
        cursor.bind(.null, at: columnPlaces[position] + offset)
      }
    case .int(let number): try write(number, at: property)
    case .double(let number): try write(number, at: property)
    case .bool(let holds): try write(holds, at: property)
    case .date(let date): try write(date, at: property)
    case .object(let id) where targets[property].kind == .link:
      cursor.bind(id.key, at: targets[property].first + offset)
    default: try encode(value, at: property)
    }
  }

  /// Binds the parts of a value to the columns of its property.
  ///
  /// - Throws: A file error if data cannot be written to a file.
  private func encode(_ value: AttributeValue, at property: Int) throws {
    let (range, place) = (targets[property].range, places[property])
    let columns = place.columns
    func bind(_ column: Int, _ value: SQLValue) {
      let position = range.lowerBound + (columns.firstIndex(of: column) ?? 0)
      cursor.bind(value, at: columnPlaces[position] + offset)
    }
    switch place {
    case .value(let layout):
      if case .data(let data) = value, case .column(let column, .externalData) = layout,
        let reference = try externalData?.keep(data)
      {
        bind(column, .text(reference))
      } else if !layout.write(value, bind) {
        invalidValues.append(InvalidValue(value: value, property: property))
      }
    case .link(let link): link.write(value, bind)
    case .column, .pairs: break
    }
  }
}
