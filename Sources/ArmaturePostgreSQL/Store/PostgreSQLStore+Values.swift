public import ArmatureModel

extension PostgreSQLStore {
  /// Returns the value that is read after a value is saved. They are equal except for times, which the server stores in
  /// microseconds.
  ///
  /// ```swift
  /// let moment = Date(timeIntervalSinceReferenceDate: 0.123_456_789)
  /// let rounded = Date(timeIntervalSinceReferenceDate: 0.123_457)
  /// print(PostgreSQLStore.storedValue(for: .date(moment)) == .date(rounded))  // true
  /// print(PostgreSQLStore.storedValue(for: "a\u{0}b") == nil)  // true
  /// ```
  /// - Returns: The value, or `nil` if the server cannot represent it, so that a save throws a report. These are texts
  ///   with the character U+0000, and times before 4713 BC, after the year 294276, or NaN.
  public static func storedValue(for value: AttributeValue) -> AttributeValue? {
    PostgreSQLRounding.value(value)
  }
}
