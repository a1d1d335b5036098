import Armature
import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A statement that writes rows of one entity, and the places that their values are bound to.
final class SQLRowBinding: StoreValueTaker {
  let cursor: any SQLCursor
  /// For each property of the entity, where it is bound.
  private let targets: [Target]
  private let places: [SQLPlace]
  private let externalData: (any SQLExternalData)?

  /// Where a property is bound.
  private struct Target {
    let kind: SQLQuickKind
    /// The place of its first column, behind which the others follow.
    let first: Int
    /// How many columns it has.
    let count: Int
  }

  /// A value that the columns of its property cannot keep.
  struct UnfitValue: Error {
    let value: AttributeValue
    let property: Int
  }

  /// - Parameters:
  ///   - properties: The positions of the properties that are bound, in the order of their columns.
  ///   - first: The place of the first column.
  init(
    _ cursor: any SQLCursor, _ properties: some Sequence<Int>, from first: Int,
    _ places: [SQLPlace], _ externalData: (any SQLExternalData)?
  ) {
    (self.cursor, self.places, self.externalData) = (cursor, places, externalData)
    var targets = Array(repeating: Target(kind: .other, first: -1, count: 0), count: places.count)
    var next = first
    for property in properties {
      let count = places[property].columns.count
      targets[property] = Target(kind: SQLQuickKind(places[property]), first: next, count: count)
      next += count
    }
    (self.targets, end) = (targets, next)
  }

  /// The place behind those of all values.
  let end: Int

  func take(_ number: Int64, at property: Int) throws {
    let target = targets[property]
    guard target.kind == .integer else { return try encode(.int(number), at: property) }
    cursor.bind(number, at: target.first)
  }

  func take(_ number: Double, at property: Int) throws {
    let target = targets[property]
    guard target.kind == .real, !number.isNaN else {
      return try encode(.double(number), at: property)
    }
    cursor.bind(number, at: target.first)
  }

  func take(_ holds: Bool, at property: Int) throws {
    let target = targets[property]
    guard target.kind == .truth else { return try encode(.bool(holds), at: property) }
    cursor.bind(holds ? 1 : 0 as Int64, at: target.first)
  }

  func take(_ date: Date, at property: Int) throws {
    let (target, seconds) = (targets[property], date.timeIntervalSinceReferenceDate)
    guard target.kind == .date, !seconds.isNaN else {
      return try encode(.date(date), at: property)
    }
    cursor.bind(seconds, at: target.first)
  }

  func take(utf8 bytes: UnsafeBufferPointer<UInt8>, at property: Int) throws {
    let target = targets[property]
    guard target.kind == .text else {
      return try encode(.string(String(decoding: bytes, as: UTF8.self)), at: property)
    }
    cursor.bind(utf8: bytes, at: target.first)
  }

  func take(_ value: AttributeValue, at property: Int) throws {
    // Changes may have been decoded from data.
    guard targets.indices.contains(property), targets[property].first >= 0 else { return }
    switch value {
    case .null:
      let target = targets[property]
      for place in target.first..<target.first + target.count { cursor.bind(.null, at: place) }
    case .int(let number): try take(number, at: property)
    case .double(let number): try take(number, at: property)
    case .bool(let holds): try take(holds, at: property)
    case .date(let date): try take(date, at: property)
    case .object(let id) where targets[property].kind == .link:
      cursor.bind(id.key, at: targets[property].first)
    default: try encode(value, at: property)
    }
  }

  /// Binds a value to the columns of its property, each of which gets its part.
  ///
  /// - Throws: ``UnfitValue``, or the error of a file for data.
  private func encode(_ value: AttributeValue, at property: Int) throws {
    let (first, place) = (targets[property].first, places[property])
    let columns = place.columns
    func bind(_ column: Int, _ value: SQLValue) {
      cursor.bind(value, at: first + (columns.firstIndex(of: column) ?? 0))
    }
    switch place {
    case .value(let layout):
      if case .data(let data) = value, case .column(let column, .externalData) = layout,
        let reference = try externalData?.keep(data)
      {
        bind(column, .text(reference))
      } else if !layout.write(value, bind) {
        throw UnfitValue(value: value, property: property)
      }
    case .link(let link): link.write(value, bind)
    case .column, .pairs: break
    }
  }
}
