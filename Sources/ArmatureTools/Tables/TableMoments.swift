import ArmatureModel
import ArmatureSQLite

/// Numbers in columns of moments that may be no seconds since 1970: those of Julian days, and what is far off as those
/// of milliseconds are.
struct TableMoments {
  private var columns: [Column] = []
  private var places: [String: Int] = [:]

  /// What was found in a column.
  private struct Column {
    let first: CoreDataProblems.Place
    let value: ForeignValue
    let number: Double
    var count = 1
  }

  /// Seconds of the years 1 to 9999.
  private static let usual = -62_135_596_800.0..<253_402_300_800

  /// What is counted in place of seconds, how often it goes into one, and that as SQL.
  private static let units = [
    ("milliseconds", 1e3, "1000.0"), ("microseconds", 1e6, "1000000.0"),
    ("nanoseconds", 1e9, "1000000000.0"),
  ]

  /// Looks at a value of a column of moments.
  mutating func add(_ value: ForeignValue, _ place: @autoclosure () -> CoreDataProblems.Place) {
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

  /// The day that a number of eight digits is if it is read as 20240131; as seconds it is one of 1970.
  private static func writtenDay(_ number: Double) -> CalendarDate? {
    guard let whole = Int(exactly: number), 10_000_101...99_991_231 ~= whole else { return nil }
    return CalendarDate(year: whole / 10_000, month: whole / 100 % 100, day: whole % 100)
  }

  /// Warns once of each column.
  func tell(_ problems: inout CoreDataProblems) {
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
