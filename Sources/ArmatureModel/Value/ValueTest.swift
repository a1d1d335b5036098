/// A test of a value that a declaration carries as code: no part of what the model is.
package struct ValueTest: Sendable, Hashable, Codable {
  package let passes: @Sendable (AttributeValue) -> Bool
  /// What becomes of a value that the Swift type writes and reads again, in words; `nil` if it stays what
  /// it is.
  package let loss: @Sendable (AttributeValue) -> String?
  /// What the Swift type says stands in for an absent value.
  let standIn: AttributeValue?
  /// Whether zero bits are a value of the Swift type.
  let hasZeros: Bool

  /// Tests by the initialiser of a Swift type; fails where the stored type says it all.
  package init?<Value: AttributeConvertible>(_: Value.Type, of type: AttributeType) {
    switch type {
    case .enumeration(_, _, nil), .transformable, .composite, .list(.enumeration(_, _, nil)),
      .list(.transformable):
      passes = { Value(attributeValue: $0) != nil }
      loss = { Self.loss(of: $0, as: Value.Base.self) }
      standIn = Value.Base.standIn?.attributeValue
      hasZeros = _isPOD(Value.Base.self)
    default: return nil
    }
  }

  /// Passes everything, until a class that is bound tells the Swift type again.
  package init(from decoder: any Decoder) throws {
    loss = { _ in nil }
    (passes, standIn, hasZeros) = ({ _ in true }, .none, true)
  }

  private static func loss<Value: AttributeConvertible>(
    of value: AttributeValue, as type: Value.Type
  ) -> String? {
    guard let written = Value(attributeValue: value) else { return nil }
    let kept = written.attributeValue
    guard let read = Value(attributeValue: kept) else {
      return "\(written) is kept as \(kept), of which \(type) makes nothing."
    }
    // What is only spelled otherwise is no loss: the type decides what is the same.
    if read.attributeValue == kept, areSame(written, read) { return nil }
    return "\(written) is kept as \(kept), of which \(type) makes \(read)."
  }

  /// Whether two values are the same, as far as their type can tell.
  private static func areSame<Value>(_ left: Value, _ right: Value) -> Bool {
    func isSame<Known: Equatable>(_ left: Known) -> Bool { (right as? Known) == left }
    guard let left = left as? any Equatable else { return true }
    return isSame(left)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode("closure")
  }
  package static func == (left: ValueTest, right: ValueTest) -> Bool { true }
  package func hash(into hasher: inout Hasher) {}
}
