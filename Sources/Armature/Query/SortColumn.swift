import ArmatureModel

/// The keys of some objects for one order, by the position of the object.
struct SortColumn {
  /// Numbers in the same order as the keys. For strings, they contain the first bytes.
  var words: [UInt64]
  /// Whether each object has a key; `nil` if all have one.
  var isPresent: [Bool]?
  /// Distinguishes keys with the same word.
  var rest: Rest
  let order: FetchOrder
  /// The number of bytes that all strings have in common at the start. The words contain the bytes after these.
  var prefix = 0

  enum Rest {
    case none
    case texts(TextPlaces)
    case folded(FoldedTexts)
    case values([AttributeValue])
  }

  var isAscending: Bool { order.isAscending }

  /// True if keys with the same word are equal.
  var isExact: Bool { if case .none = rest { true } else { false } }

  /// Compares two keys with the same word, regardless of the direction.
  func compare(_ left: UInt32, _ right: UInt32) -> ValueOrder {
    switch rest {
    case .none: .same
    case .texts(let texts): texts.order(Int(left), Int(right))
    case .folded(let texts): texts.order(Int(left), Int(right))
    case .values(let values): order.compareRising(values[Int(left)], values[Int(right)])
    }
  }

  /// Records that an object has no key.
  mutating func setAbsent(_ position: Int) {
    if isPresent == nil { isPresent = Array(repeating: true, count: words.count) }
    isPresent?[position] = false
  }
}
