public import ArmatureModel

extension PostgreSQLStore {
  /// Returns the value that you read after you have saved a value.
  ///
  /// For most values, the two are equal. Times differ, because the server stores them in microseconds.
  ///
  /// ```swift
  /// let moment = Date(timeIntervalSinceReferenceDate: 0.123_456_789)
  /// let rounded = Date(timeIntervalSinceReferenceDate: 0.123_457)
  /// print(PostgreSQLStore.storedValue(for: .date(moment)) == .date(rounded))  // true
  /// print(PostgreSQLStore.storedValue(for: "a\u{0}b") == nil)  // true
  /// ```
  /// - Returns: The value, or `nil` if the server cannot represent it. A save of such a value throws a report. The
  ///   server cannot represent texts with the character U+0000, times before 4713 BC or after the year 294276, and the
  ///   time NaN.
  public static func storedValue(for value: AttributeValue) -> AttributeValue? {
    PostgreSQLRounding.value(value)
  }
}
