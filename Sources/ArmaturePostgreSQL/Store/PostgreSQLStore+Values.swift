public import ArmatureModel

extension PostgreSQLStore {
  /// What comes back when a value is saved: the value itself, but for times, which the server has in microseconds.
  ///
  /// ```swift
  /// let moment = Date(timeIntervalSinceReferenceDate: 0.123_456_789)
  /// print(PostgreSQLStore.kept(.date(moment)) == .date(Date(timeIntervalSinceReferenceDate: 0.123_457)))  // true
  /// print(PostgreSQLStore.kept("a\u{0}b") == nil)  // true
  /// ```
  /// - Returns: `nil` for a value that the server does not have, and that a save refuses with a report: a text with the
  ///   character U+0000, and a time before 4713 BC, after the year 294276, or that is no number.
  public static func kept(_ value: AttributeValue) -> AttributeValue? {
    PostgreSQLKept.value(value)
  }
}
