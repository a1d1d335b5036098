import ArmatureModel
import ArmatureSQLite

/// A search for numbers in date columns that are probably not seconds since 1970. They are Julian days, or have the
/// size of milliseconds.
struct TableMoments {
  private var columns: [Column] = []
  private var places: [String: Int] = [:]

  /// The findings in a column.
  private struct Column {
    let first: CoreDataIssues.Place
    let value: ForeignValue
    let number: Double
    var count = 1
  }

  /// The seconds of the years 1 to 9999.
  private static let usual = -62_135_596_800.0..<253_402_300_800

  /// The possible units. Each has its name, its number per second, and this number in SQL.
  private static let units = [
    ("milliseconds", 1e3, "1000.0"), ("microseconds", 1e6, "1000000.0"),
    ("nanoseconds", 1e9, "1000000000.0"),
  ]

  /// Examines a value of a date column.
  mutating func add(_ value: ForeignValue, _ place: @autoclosure () -> CoreDataIssues.Place) {
    let number: Double
    switch value {
    case .integer(let whole): number = Double(whole)
    case .real(let real) where real.isFinite: number = real
    default: return
    }
    let isDay = TableValues.isJulianDay(number)
    let isWritten = Self.writtenDay(number) != nil
    if !isDay && !isWritten && Self.usual.contains(number) { return }
    let place = place()
    let form = isDay ? " (days)" : isWritten ? " (written days)" : ""
    let name = "\(place.table).\(place.column)\(form)"
    if let known = places[name] {
      columns[known].count += 1
    } else {
      places[name] = columns.count
      columns.append(Column(first: place, value: value, number: number))
    }
  }

  /// Returns the day that an eight-digit number such as 20240131 represents. As seconds, it would be in 1970.
  private static func writtenDay(_ number: Double) -> CalendarDate? {
    guard let whole = Int(exactly: number), 10_000_101...99_991_231 ~= whole else { return nil }
    return CalendarDate(year: whole / 10_000, month: whole / 100 % 100, day: whole % 100)
  }

  /// Adds one warning for each column.
  func tell(_ problems: inout CoreDataIssues) {
    for column in columns {
      let (place, number) = (column.first, column.number)
      let day = TableValues.isJulianDay(number) ? TableValues.day(column.value) : nil
      let others = column.count - 1
      var text = " has \(column.value.shown), which was taken for "
      if let written = Self.writtenDay(number) {
        text += "seconds since 1970, and may be the day \(written)."
      } else if let day {
        text += "the number of a Julian day, \(day), and not for seconds since 1970."
      } else {
        text += "seconds since 1970: far from the years 1 to 9999."
      }
      if others > 0 {
        text += " So \(others == 1 ? "is 1 other" : "are \(others) others") in the column."
      }
      if Self.writtenDay(number) != nil {
        let name = place.column.quotedForSQL
        text +=
          " Then UPDATE \(place.table.quotedForSQL) SET \(name) = substr(\(name), 1, 4) || '-' || substr(\(name), 5, 2)"
          + " || '-' || substr(\(name), 7) in a copy first."
      } else if day == nil,
        let unit = Self.units.first(where: { Self.usual.contains(number / $0.1) })
      {
        let name = place.column.quotedForSQL
        text +=
          " It may count \(unit.0): then UPDATE \(place.table.quotedForSQL) SET \(name) = \(name) / \(unit.2) in a copy"
          + " first."
      }
      problems.warn(place, text)
    }
  }
}
