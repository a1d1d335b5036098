import ArmatureModel

/// The keys of some objects for one order, by the position of the object.
struct SortColumn {
  /// Numbers that are in order where the keys are; texts have their first bytes.
  var words: [UInt64]
  /// Which objects have a key; `nil` if all have.
  var isPresent: [Bool]?
  /// What tells keys of one word apart.
  var rest: Rest
  let order: FetchOrder
  /// How many bytes all texts begin with in common, behind which those of the words stand.
  var prefix = 0

  enum Rest {
    case none
    case texts(TextPlaces)
    case folded(FoldedTexts)
    case values([AttributeValue])
  }

  var isAscending: Bool { order.isAscending }

  /// Whether keys of one word are the same.
  var isExact: Bool { if case .none = rest { true } else { false } }

  /// The order of two keys of one word, whatever the direction.
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

extension AttributeValue {
  /// The order of two values that are there; one for any two values.
  ///
  /// Values of unlike kinds, which one computed key may have, stand kind by kind; what has no order,
  /// such as NaN, comes last within its kind.
  func sortOrder(to other: AttributeValue) -> ValueOrder {
    if let order = compare(other) { return order }
    let (mine, theirs) = (sortRank, other.sortRank)
    return mine == theirs ? .same : mine < theirs ? .ascending : .descending
  }

  /// The kind, and whether the value has an order.
  private var sortRank: Int {
    let kind =
      switch self {
      case .null: 0
      case .bool: 1
      case .int, .double, .decimal: 2
      case .string: 3
      case .date, .zonedDate: 4
      case .calendarDate: 5
      case .data: 6
      case .uuid: 7
      case .url: 8
      case .list, .composite, .object, .objects: 9
      }
    return kind * 2 + (compare(self) == nil ? 1 : 0)
  }
}
