import ArmatureModel

/// What identifies an object: an integer or a text as it stands in data, or any other value.
enum IdentityKey {
  case int(Int64)
  case text(String)
  case value(AttributeValue)

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
    default: false
    }
  }

  func hash(into hasher: inout Hasher) {
    switch self {
    case .int(let value): hasher.combine(value)
    case .text(let text): hasher.combine(text)
    case .value(let value): hasher.combine(value)
    }
  }
}

/// An identity among those of all entities.
struct ScopedIdentity: Hashable {
  /// The position of the entity among whose objects it is sought.
  let scope: Int
  let key: IdentityKey
}
