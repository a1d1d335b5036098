/// SplitMix64: the same numbers for the same seed on every machine.
public struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  /// Starts with a seed.
  public init(seed: UInt64) { state = seed }

  /// The next number.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension RandomNumberGenerator {
  /// A truth value.
  public mutating func bool() -> Bool { next() & 1 == 0 }

  /// A number from 0 to one less than the bound.
  public mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(max(1, bound))) }

  /// A number of a range.
  public mutating func number(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + below(range.count)
  }

  /// Whether an event occurs that does so once in so many times.
  public mutating func oneIn(_ times: Int) -> Bool { below(times) == 0 }

  /// One of some elements, of which there must be one.
  public mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }
}
