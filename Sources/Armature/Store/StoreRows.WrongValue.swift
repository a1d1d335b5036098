import ArmatureModel

extension StoreRows {
  /// An invalid value from a store.
  struct WrongValue {
    /// The position of the record.
    let record: Int
    /// The position of the property.
    let property: Int
    let value: AttributeValue
  }

  /// Returns whether a value of a record was invalid, and is missing.
  func isWrong(at index: Int) -> Bool { !wrongRecords.isEmpty && wrongRecords.contains(index) }
}
