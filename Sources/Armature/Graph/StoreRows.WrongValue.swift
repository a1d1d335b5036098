import ArmatureModel

extension StoreRows {
  /// What a store gives in the place of a value.
  struct WrongValue {
    /// The position of the record.
    let record: Int
    /// The position of the property.
    let property: Int
    let value: AttributeValue
  }

  /// Whether a value of a record was none, and is absent.
  func isWrong(at index: Int) -> Bool { !wrongRecords.isEmpty && wrongRecords.contains(index) }
}
