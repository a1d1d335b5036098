import ArmatureModel
import ArmatureSQLite

/// The kinds of values in a column, independent of its declared type.
struct ValueKinds: OptionSet {
  let rawValue: UInt8

  static let integer = Self(rawValue: 1)
  /// An integer that `Double` cannot represent.
  static let longInteger = Self(rawValue: 2)
  static let real = Self(rawValue: 4)
  static let text = Self(rawValue: 8)
  static let blob = Self(rawValue: 16)
  /// Unreadable text, which no type accepts.
  static let broken = Self(rawValue: 32)

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(_ value: ForeignValue) {
    switch value {
    case .null: self = []
    case .integer(let number): self = Double(exactly: number) == nil ? .longInteger : .integer
    case .real(let number): self = number.isFinite ? .real : .text
    case .text: self = .text
    case .brokenText: self = .broken
    case .blob: self = .blob
    }
  }

  /// The type that fits all values; `nil` if no type does.
  var type: AttributeType? {
    if contains(.broken) { return nil }
    if contains(.blob) { return isSubset(of: [.blob, .text]) ? .data : nil }
    if contains(.text) || isSuperset(of: [.real, .longInteger]) { return .string }
    return contains(.real) ? .double : .int64
  }
}
