/// A test for the values of a declaration, which consists of code. It is not part of the model's content.
package struct ValueTest: Sendable, Hashable, Codable {
  package let passes: @Sendable (AttributeValue) -> Bool
  /// Returns a sentence about the information that is lost when a value is converted to the Swift type and back.
  /// Returns `nil` if no information is lost.
  package let loss: @Sendable (AttributeValue) -> String?
  /// The placeholder that the Swift type declares for a missing value.
  let standIn: AttributeValue?
  /// Whether zero bits are a valid value of the Swift type.
  let hasZeros: Bool

  /// Creates a test that uses the initializer of a Swift type. Returns `nil` if the stored type is a sufficient test.
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

  /// Decodes a test that accepts all values. This changes when a class is bound, which provides the Swift type.
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
      return "\(written) is kept as \(kept), which \(type) rejects."
    }
    // A different spelling is not a loss: the type decides which values are equal.
    if read.attributeValue == kept, areSame(written, read) { return nil }
    return "\(written) is kept as \(kept), which \(type) reads as \(read)."
  }

  /// Returns whether two values are equal, as far as their type can be compared.
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
