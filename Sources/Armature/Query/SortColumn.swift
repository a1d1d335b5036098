import ArmatureModel

/// The keys of some objects for one order, by the position of the object.
struct SortColumn {
  /// Numbers that are in order where the keys are; texts have their first bytes.
  var words: [UInt64]
  /// Which objects have a key; `nil` if all have.
  var isPresent: [Bool]?
  /// Tells keys with the same word apart.
  var rest: Rest
  let order: FetchOrder
  /// How many bytes all texts have in common at their start; the words are made of the bytes behind.
  var prefix = 0

  enum Rest {
    case none
    case texts(TextPlaces)
    case folded(FoldedTexts)
    case values([AttributeValue])
  }

  var isAscending: Bool { order.isAscending }

  /// Whether keys with the same word are the same.
  var isExact: Bool { if case .none = rest { true } else { false } }

  /// The order of two keys with the same word, whatever the direction.
  func compare(_ left: UInt32, _ right: UInt32) -> ValueOrder {
    switch rest {
    case .none: .same
    case .texts(let texts): texts.order(Int(left), Int(right))
    case .folded(let texts): texts.order(Int(left), Int(right))
    case .values(let values): order.compareRising(values[Int(left)], values[Int(right)])
    }
  }

  /// Notes that an object has no key.
  mutating func setAbsent(_ position: Int) {
    if isPresent == nil { isPresent = Array(repeating: true, count: words.count) }
    isPresent?[position] = false
  }
}
