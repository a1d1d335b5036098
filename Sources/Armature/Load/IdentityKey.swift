import ArmatureModel

/// The identity of an object: an integer, a string, any other value or the number of its record.
enum IdentityKey {
  case int(Int64)
  case text(String)
  case value(AttributeValue)
  /// The `@id` number of a record, which is only valid within its text.
  case number(Int64, text: Int)

  init(_ value: AttributeValue) {
    switch value {
    case .int(let value): self = .int(value)
    case .string(let text): self = .text(text)
    default: self = .value(value)
    }
  }

  var value: AttributeValue {
    switch self {
    case .int(let value): .int(value)
    case .text(let text): .string(text)
    case .value(let value): value
    case .number(let number, _): .int(number)
    }
  }
}

extension IdentityKey: Hashable {
  /// Compares text by its bytes, as values do.
  static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.int(let a), .int(let b)): a == b
    case (.text(let a), .text(let b)): a.hasSameBytes(as: b)
    case (.value(let a), .value(let b)): a == b
    case (.number(let a, let text), .number(let b, let other)): a == b && text == other
    default: false
    }
  }

  func hash(into hasher: inout Hasher) {
    switch self {
    case .int(let value): hasher.combine(value)
    case .text(let text): hasher.combine(text)
    case .value(let value): hasher.combine(value)
    case .number(let number, let text):
      hasher.combine(number)
      hasher.combine(text)
    }
  }
}
