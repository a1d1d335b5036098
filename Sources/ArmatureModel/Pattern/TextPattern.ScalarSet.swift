extension TextPattern {
  /// A set of Unicode scalars, as ascending ranges that are not adjacent.
  struct ScalarSet: Hashable {
    let ranges: [ClosedRange<UInt32>]

    /// Creates the union of ranges in any order.
    init(_ unordered: [ClosedRange<UInt32>]) {
      var ranges: [ClosedRange<UInt32>] = []
      ranges.reserveCapacity(unordered.count)
      for range in unordered.sorted(by: { $0.lowerBound < $1.lowerBound }) {
        guard let last = ranges.last, range.lowerBound <= last.upperBound &+ 1 else {
          ranges.append(range)
          continue
        }
        if range.upperBound > last.upperBound {
          ranges[ranges.count - 1] = last.lowerBound...range.upperBound
        }
      }
      self.ranges = ranges
    }

    init(_ scalar: Unicode.Scalar) {
      ranges = [scalar.value...scalar.value]
    }
  }
}

extension TextPattern.ScalarSet {
  static let maximum: UInt32 = 0x10FFFF

  /// All other scalars.
  var inverted: Self {
    var gaps: [ClosedRange<UInt32>] = []
    var next: UInt32 = 0
    for range in ranges {
      if range.lowerBound > next { gaps.append(next...(range.lowerBound - 1)) }
      next = range.upperBound + 1
    }
    if next <= Self.maximum { gaps.append(next...Self.maximum) }
    return Self(gaps)
  }

  var hasOnlyASCII: Bool { (ranges.last?.upperBound ?? 0) < 0x80 }

  func contains(_ scalar: UInt32) -> Bool {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < scalar { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].contains(scalar)
  }
}

extension TextPattern.ScalarSet {
  static let digits = Self([0x30...0x39])
  static let wordCharacters = Self([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
  static let whiteSpace = Self([0x09...0x0D, 0x20...0x20])
  static let lineTerminators = Self([0x0A...0x0D, 0x85...0x85, 0x2028...0x2029])
  static let all = Self([0...maximum])
  static let allButLineTerminators = lineTerminators.inverted
  // Tab and \p{Zs}, whose eight ranges have been stable since Unicode 6.3.
  static let horizontalSpace = Self([
    0x09...0x09, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x202F...0x202F,
    0x205F...0x205F, 0x3000...0x3000,
  ])
}

extension TextPattern {
  /// The distinct sets of a pattern, each with an index.
  struct SetList {
    private(set) var all: [ScalarSet] = []
    private var indices: [ScalarSet: Int] = [:]

    /// Returns the index of a set. Equal sets have the same index.
    mutating func index(of set: ScalarSet) -> Int {
      if let index = indices[set] { return index }
      indices[set] = all.count
      all.append(set)
      return all.count - 1
    }
  }
}
