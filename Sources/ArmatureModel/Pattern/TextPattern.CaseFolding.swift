extension TextPattern {
  /// Unicode's simple case folding, without locale-specific rules.
  enum CaseFolding {
    /// Returns the scalar that represents all its case variants: `σ` for `Σ`, `σ` and `ς`.
    static func fold(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
      scalar.value < usualEnd ? usual[Int(scalar.value)] : made(of: scalar)
    }

    /// The end of the Latin, Greek and Cyrillic scripts. Their scalars are in a table, which takes a tenth of the time
    /// of a lookup.
    private static let usualEnd: UInt32 = 0x600
    private static let usual = (0..<usualEnd).compactMap(Unicode.Scalar.init).map(made)

    private static func made(of scalar: Unicode.Scalar) -> Unicode.Scalar {
      let properties = scalar.properties
      // The uppercase of DOTLESS I is "I", but it folds to itself outside Turkic locales.
      guard properties.changesWhenCaseMapped, scalar.value != 0x131 else { return scalar }
      let capital =
        properties.uppercaseMapping.onlyScalar ?? properties.titlecaseMapping.onlyScalar ?? scalar
      return capital.properties.lowercaseMapping.onlyScalar ?? capital
    }

    /// Returns the set with all case variants of its members.
    static func closure(of set: ScalarSet) -> ScalarSet {
      var ranges = set.ranges
      if !set.hasOnlyASCII {
        for pair in pairs where set.contains(pair.scalar) {
          ranges.append(pair.variant...pair.variant)
        }
      }
      // ASCII comes last, because of two scalars that fold to ASCII letters.
      for range in ranges {
        add(range, shiftedBy: 0x20, from: 0x41...0x5A, to: &ranges)
        add(range, shiftedBy: -0x20, from: 0x61...0x7A, to: &ranges)
      }
      let closed = ScalarSet(ranges)
      if closed.contains(0x6B) { ranges.append(0x212A...0x212A) }  // k, KELVIN SIGN
      if closed.contains(0x73) { ranges.append(0x17F...0x17F) }  // s, LONG S
      return ScalarSet(ranges)
    }

    private static func add(
      _ range: ClosedRange<UInt32>, shiftedBy offset: Int, from letters: ClosedRange<UInt32>,
      to ranges: inout [ClosedRange<UInt32>]
    ) {
      guard range.overlaps(letters) else { return }
      let part = range.clamped(to: letters)
      ranges.append(
        UInt32(Int(part.lowerBound) + offset)...UInt32(Int(part.upperBound) + offset))
    }

    /// Each non-ASCII scalar with each of its variants, about 3,000 pairs in total.
    ///
    /// The pairs are created from the case mappings of the standard library when they are first used, which takes a few
    /// milliseconds. Only patterns that ignore the case of non-ASCII text need them.
    private static let pairs: [(scalar: UInt32, variant: UInt32)] = {
      var families: [Unicode.Scalar: [UInt32]] = [:]
      for value in ScalarProperty.assigned.joined() {
        guard let scalar = Unicode.Scalar(value), scalar.properties.changesWhenCaseMapped else {
          continue
        }
        families[fold(scalar), default: []].append(value)
      }
      var pairs: [(scalar: UInt32, variant: UInt32)] = []
      for family in families.values {
        for scalar in family where scalar >= 0x80 {
          for variant in family where variant != scalar { pairs.append((scalar, variant)) }
        }
      }
      return pairs
    }()
  }
}

extension String {
  /// The only scalar of the text; `nil` if the text has several scalars.
  fileprivate var onlyScalar: Unicode.Scalar? {
    let scalars = unicodeScalars
    guard let first = scalars.first, scalars.index(after: scalars.startIndex) == scalars.endIndex
    else { return nil }
    return first
  }
}
