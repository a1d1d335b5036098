import ArmatureModel

/// An object whose texts have a word.
struct WordHolder {
  let handle: Handle
  /// The number of occurrences in each text, as ``WordCounts`` lays them out.
  var counts: UInt32 = 0
}

/// The layout of the numbers of a word's occurrences in the texts of an object: equal shares of 32 bits.
///
/// With two texts, a holder of a word counts up to 65,534 occurrences in each; with eight texts, up to 14. The greatest
/// number stands for itself and all greater ones.
struct WordCounts {
  private let textCount: Int
  private let width: Int
  private let most: UInt32

  /// Returns `nil` if there are more texts than bits.
  init?(textCount: Int) {
    guard 1...32 ~= textCount else { return nil }
    (self.textCount, width) = (textCount, 32 / textCount)
    most = .max >> UInt32(32 - width)
  }

  func increment(_ counts: inout UInt32, _ text: Int) {
    if self[counts, text] < most { counts += 1 << UInt32(text * width) }
  }

  private subscript(_ counts: UInt32, _ text: Int) -> UInt32 {
    counts >> UInt32(text * width) & most
  }

  /// Returns the sums of two words' occurrences.
  func sum(_ counts: UInt32, _ other: UInt32) -> UInt32 {
    (0..<textCount).reduce(0) { sum, text in
      sum | min(most, self[counts, text] + self[other, text]) << UInt32(text * width)
    }
  }

  /// Returns the occurrences, each multiplied by the weight of its text; `nil` if a number is not known.
  ///
  /// - Parameter texts: The counted texts; `nil` for all.
  func frequency(_ counts: UInt32, _ weights: [Double], in texts: [Int]?) -> Double? {
    var frequency = 0.0
    for text in 0..<textCount where texts?.contains(text) ?? true {
      let count = self[counts, text]
      if count == most { return nil }
      // Added one by one, as in a scan, so that the sum is rounded in the same way.
      for _ in 0..<count { frequency += weights[text] }
    }
    return frequency
  }

  /// Returns the bits of some texts; `nil` for all texts.
  func mask(of texts: [Int]?) -> UInt32? {
    texts?.reduce(0) { $0 | most << UInt32($1 * width) }
  }
}

/// Looks for the holders of a word, fastest in the order of their handles.
struct WordCursor {
  private let holders: ContiguousArray<WordHolder>
  private var place = 0

  init(_ holders: ContiguousArray<WordHolder>) { self.holders = holders }

  /// Returns the number of occurrences in the texts of an object; `nil` if they do not have the word.
  mutating func counts(of handle: Handle) -> UInt32? {
    if place > 0, !(holders[place - 1].handle < handle) { place = 0 }
    // Steps of doubling width, since the next holder may be near or far.
    var step = 1
    while place + step < holders.count, holders[place + step].handle < handle { step *= 2 }
    let end = min(place + step + 1, holders.count)
    place = holders[place..<end].partitioningIndex { !($0.handle < handle) }
    return place < holders.count && holders[place].handle == handle ? holders[place].counts : nil
  }
}

extension ContiguousArray<WordHolder> {
  /// Returns the holders in both sorted lists, with the texts that have either word. The shorter list decides about the
  /// time.
  func intersection(_ other: Self) -> Self {
    let (few, many) = count < other.count ? (self, other) : (other, self)
    var cursor = WordCursor(many)
    return few.compacted { holder in
      cursor.counts(of: holder.handle)
        .map { WordHolder(handle: holder.handle, counts: holder.counts | $0) }
    }
  }

  /// Returns the holders that are not in another sorted list.
  func subtracting(_ other: Self) -> Self {
    var cursor = WordCursor(other)
    return compacted { cursor.counts(of: $0.handle) == nil ? $0 : nil }
  }

  /// Returns the holders in order, each once, with the sums of their counts.
  func merged(_ layout: WordCounts) -> Self {
    var merged = Self()
    for holder in sorted(by: { $0.handle < $1.handle }) {
      if merged.last?.handle == holder.handle {
        merged[merged.count - 1].counts = layout.sum(merged[merged.count - 1].counts, holder.counts)
      } else {
        merged.append(holder)
      }
    }
    return merged
  }

  private func compacted(_ transform: (WordHolder) -> WordHolder?) -> Self {
    var found = Self()
    for holder in self { if let holder = transform(holder) { found.append(holder) } }
    return found
  }
}
