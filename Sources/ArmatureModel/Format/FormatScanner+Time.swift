/// Days, times and durations.
extension FormatScanner {
  mutating func takeDay() -> Bool {
    guard let year = takeNumber(digits: 4), take("-"), let month = takeNumber(digits: 2),
      take("-"), let day = takeNumber(digits: 2)
    else { return false }
    return CivilDate(year: year, month: month, day: day) != nil
  }

  /// Takes a time of day with its time zone that ends the text.
  mutating func takeTime() -> Bool {
    guard let hour = takeNumber(digits: 2), hour < 24, take(":"),
      let minute = takeNumber(digits: 2), minute < 60, take(":"),
      let second = takeNumber(digits: 2), second <= 60
    else { return false }
    if take("."), takeAll(where: \.isASCIIDigit) == 0 { return false }
    var offset = 0
    if !take("Z", "z") {
      let isWest = rest.first == 0x2D
      guard take("+", "-"), let hours = takeNumber(digits: 2), hours < 24, take(":"),
        let minutes = takeNumber(digits: 2), minutes < 60
      else { return false }
      offset = (hours * 60 + minutes) * (isWest ? -1 : 1)
    }
    // A leap second is the last second of a day in UTC.
    let minuteInUTC = (hour * 60 + minute - offset + 2 * 1440) % 1440
    return isAtEnd && (second < 60 || minuteInUTC == 1439)
  }

  /// Takes a duration that ends the text.
  mutating func takeDuration() -> Bool {
    guard take("P") else { return false }
    let weeks = rest.prefix(while: \.isASCIIDigit)
    if !weeks.isEmpty, rest[weeks.endIndex...].elementsEqual("W".utf8) { return true }
    guard let hasDays = takeAmounts(of: "YMD") else { return false }
    guard take("T") else { return hasDays && isAtEnd }
    return takeAmounts(of: "HMS") == true && isAtEnd
  }

  /// Takes numbers with units, without a gap between the units. Returns whether there are any; `nil` if they are
  /// invalid.
  private mutating func takeAmounts(of units: String) -> Bool? {
    var rest = units.utf8[...]
    var hasAny = false
    while let byte = self.rest.first, byte.isASCIIDigit {
      takeAll(where: \.isASCIIDigit)
      guard let unit = self.rest.popFirst(), let place = rest.firstIndex(of: unit),
        !hasAny || place == rest.startIndex
      else { return nil }
      rest = rest[place...].dropFirst()
      hasAny = true
    }
    return hasAny
  }
}
