package import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The columns of an attribute, by their positions in the table.
package indirect enum SQLLayout: Hashable, Sendable {
  /// One column.
  case column(Int, SQLKind)
  /// A date and the name of its time zone.
  case zoned(instant: Int, zone: Int)
  /// The columns of the elements, and a column that is 1 if the composite has a value. Otherwise the column is null.
  case composite(presence: Int, [Element])

  /// An element of a composite.
  package struct Element: Hashable, Sendable {
    package let name: String
    package let layout: SQLLayout
  }

  /// The column that represents the value in comparisons, with its kind. It is `nil` for a composite, which cannot be
  /// compared.
  package var compared: (column: Int, kind: SQLKind)? {
    switch self {
    case .column(let column, let kind): (column, kind)
    case .zoned(let instant, _): (instant, .date)
    case .composite: nil
    }
  }

  /// The column that is null for a missing value.
  package var presence: Int {
    switch self {
    case .column(let column, _), .zoned(let column, _), .composite(let column, _): column
    }
  }

  /// The positions of all columns.
  package var columns: [Int] {
    switch self {
    case .column(let column, _): [column]
    case .zoned(let instant, let zone): [instant, zone]
    case .composite(let presence, let elements): [presence] + elements.flatMap(\.layout.columns)
    }
  }

  /// Returns the kind of a column.
  func kind(of column: Int) -> SQLKind {
    switch self {
    case .column(_, let kind): kind
    case .zoned(let instant, _): column == instant ? .date : .text
    case .composite(_, let elements):
      elements.first { $0.layout.columns.contains(column) }?.layout.kind(of: column) ?? .truth
    }
  }

  /// Splits a value into its columns.
  ///
  /// - Returns: Whether the value has the attribute's type.
  package func write(_ value: AttributeValue, _ set: (Int, SQLValue) -> Void) -> Bool {
    switch (self, value) {
    case (.column(let column, let kind), _):
      guard let encoded = kind.encode(value) else { return false }
      set(column, encoded)
    case (.zoned(let instant, let zone), .zonedDate(let date)):
      set(instant, SQLKind.date.encode(.date(date.date)) ?? .null)
      set(zone, .text(date.timeZoneIdentifier))
    case (.composite(let presence, let elements), .composite(let values)):
      set(presence, .integer(1))
      for element in elements {
        let value = values.first { $0.key.hasSameBytes(as: element.name) }?.value ?? .null
        guard element.layout.write(value, set) else { return false }
      }
    case (_, .null): for column in columns { set(column, .null) }
    default: return false
    }
    return true
  }

  /// Returns the value in the columns of a row. Invalid parts are returned unchanged, so that they are rejected later.
  package func read(_ value: (Int) -> SQLValue) -> AttributeValue {
    read(value) { $0.plain }
  }

  /// - Parameter onInvalid: Returns the replacement of an invalid part.
  func read<Failure>(
    _ value: (Int) -> SQLValue, onInvalid: (SQLValue) throws(Failure) -> AttributeValue
  ) throws(Failure) -> AttributeValue {
    switch self {
    case .column(let column, let kind):
      let found = value(column)
      return if let decoded = kind.decode(found) { decoded } else { try onInvalid(found) }
    case .zoned(let instant, let zone):
      let found = value(instant)
      if found == .null { return .null }
      guard case .date(let date)? = SQLKind.date.decode(found), case .text(let name) = value(zone)
      else { return try onInvalid(found) }
      return .zonedDate(ZonedDate(date: date, timeZoneIdentifier: name))
    case .composite(let presence, let elements):
      if value(presence) == .null { return .null }
      var values: [String: AttributeValue] = [:]
      for element in elements {
        let found = try element.layout.read(value, onInvalid: onInvalid)
        if !found.isNull { values[element.name] = found }
      }
      return .composite(values)
    }
  }
}

extension SQLValue {
  /// The unconverted value as stored in the database.
  package var plain: AttributeValue {
    switch self {
    case .null: .null
    case .integer(let number): .int(number)
    case .real(let number): .double(number)
    case .text(let text): .string(text)
    case .blob(let data): .data(data)
    }
  }
}
