package import Armature
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

extension PostgreSQLStore {
  /// Returns the failures of new objects' values that the server could not represent in a save. No server is used.
  ///
  /// - Complexity: O(*n*) in the values.
  package static func refusals(of objects: some Sequence<ManagedObject>) -> ValidationReport {
    var failures: [ValidationFailure] = []
    for object in objects {
      for property in object.entity.persistentProperties {
        guard let attribute = property.asAttribute, let value = object[attribute.name],
          case .none = PostgreSQLRounding.value(value)
        else { continue }
        failures.append(
          ValidationFailure(
            entity: object.entity.name, objectID: object.objectID, keyPath: [attribute.name],
            .notRepresentable(attribute.type), value: value, ruleSite: property.site,
            customMessage: PostgreSQLRounding.requirement("{place}")))
      }
    }
    return ValidationReport(failures)
  }
}
