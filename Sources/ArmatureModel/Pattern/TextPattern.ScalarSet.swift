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

extension TextPattern {
  /// The Unicode properties that `\p{…}` supports.
  enum ScalarProperty {
    /// Returns the scalars with a property, or nil for an unsupported name.
    static func scalars(named name: String) -> ScalarSet? {
      switch name {
      case "Any": .all
      case "ASCII": ScalarSet([0...0x7F])
      case "Alphabetic": alphabetic
      default: setsByCategory[name]
      }
    }

    private static let categories: [(name: String, category: Unicode.GeneralCategory)] = [
      ("Lu", .uppercaseLetter), ("Ll", .lowercaseLetter), ("Lt", .titlecaseLetter),
      ("Lm", .modifierLetter), ("Lo", .otherLetter), ("Mn", .nonspacingMark),
      ("Mc", .spacingMark), ("Me", .enclosingMark), ("Nd", .decimalNumber),
      ("Nl", .letterNumber), ("No", .otherNumber), ("Pc", .connectorPunctuation),
      ("Pd", .dashPunctuation), ("Ps", .openPunctuation), ("Pe", .closePunctuation),
      ("Pi", .initialPunctuation), ("Pf", .finalPunctuation), ("Po", .otherPunctuation),
      ("Sm", .mathSymbol), ("Sc", .currencySymbol), ("Sk", .modifierSymbol),
      ("So", .otherSymbol), ("Zs", .spaceSeparator), ("Zl", .lineSeparator),
      ("Zp", .paragraphSeparator), ("Cc", .control), ("Cf", .format), ("Co", .privateUse),
      ("Cn", .unassigned),
    ]

    // Both tables are created from the standard library on first use, so that they agree with the rest of Swift. This
    // takes about ten milliseconds, once in a process with such a pattern.
    private static let setsByCategory: [String: ScalarSet] = {
      let ranges = runs(of: \.generalCategory)
      var rangesByName: [String: [ClosedRange<UInt32>]] = [:]
      for (name, category) in categories {
        rangesByName[name] = ranges[category]
        rangesByName[String(name.prefix(1)), default: []] += ranges[category] ?? []
      }
      return rangesByName.mapValues(ScalarSet.init)
    }()

    private static let alphabetic = ScalarSet(runs(of: \.isAlphabetic)[true] ?? [])

    /// Returns ranges of scalars that have the same value of a property. Adjacent ranges may have equal values.
    private static func runs<Value: Hashable>(
      of property: (Unicode.Scalar.Properties) -> Value
    ) -> [Value: [ClosedRange<UInt32>]] {
      var ranges: [Value: [ClosedRange<UInt32>]] = [:]
      func add(_ range: ClosedRange<UInt32>, _ value: Value) {
        ranges[value, default: []].append(range)
      }
      for part in assigned {
        var run: (value: Value, start: UInt32)?
        for number in part {
          guard let scalar = Unicode.Scalar(number) else { continue }
          let value = property(scalar.properties)
          if let current = run {
            if value == current.value { continue }
            add(current.start...(number - 1), current.value)
          }
          run = (value, number)
        }
        if let run { add(run.start...part.upperBound, run.value) }
      }
      for part in uniform {
        guard let first = Unicode.Scalar(part.lowerBound) else { continue }
        add(part, property(first.properties))
      }
      return ranges
    }
  }
}

extension TextPattern.ScalarProperty {
  /// The ranges of scalars with individual properties.
  static let assigned: [ClosedRange<UInt32>] = [0...0xD7FF, 0xE000...0x3FFFF, 0xE0000...0xE0FFF]

  /// The ranges of scalars whose properties are all the same. These are the empty planes, and the private planes with
  /// their two noncharacters each. They make up three quarters of Unicode, so skipping them saves three quarters of the
  /// time.
  private static let uniform: [ClosedRange<UInt32>] = [
    0x40000...0xDFFFF, 0xE1000...0xEFFFF, 0xF0000...0xFFFFD, 0xFFFFE...0xFFFFF,
    0x100000...0x10FFFD, 0x10FFFE...0x10FFFF,
  ]
}
