import ArmatureModel

/// A value in the form for comparisons in an index.
struct IndexBound: Comparable {
  let word: UInt64
  /// The bytes of a text.
  let bytes: [UInt8]

  /// Returns `nil` for a value of another kind.
  init?(_ value: AttributeValue, _ kind: StorageKind) {
    switch (kind, value) {
    case (.int16, .int(let number)), (.int32, .int(let number)), (.int64, .int(let number)):
      self.init(number.sortWord)
    case (.float, .double(let number)), (.double, .double(let number)):
      if number.isNaN { return nil }
      self.init(number.sortWord)
    case (.float, .int(let number)), (.double, .int(let number)):
      guard let number = Double(exactly: number) else { return nil }
      self.init(number.sortWord)
    case (.date, .date(let date)):
      let seconds = date.timeIntervalSinceReferenceDate
      if seconds.isNaN { return nil }
      self.init(seconds.sortWord)
    case (.bool, _):
      guard let truth = value.truth else { return nil }
      self.init(truth ? 1 : 0)
    case (.string, .string(let text)):
      let bytes = Array(text.utf8)
      self.init(bytes.withUnsafeBytes(\.firstWord), bytes)
    default: return nil
    }
  }

  private init(_ word: UInt64, _ bytes: [UInt8] = []) {
    self.word = word
    self.bytes = bytes
  }

  static func < (left: IndexBound, right: IndexBound) -> Bool {
    left.word != right.word
      ? left.word < right.word : left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}
