// The library's random number generator is also used in the project's own tests.
@_exported public import struct ArmatureGenerator.SplitMix64

extension RandomNumberGenerator {
  /// Returns a random Boolean value.
  public mutating func bool() -> Bool { next() & 1 == 0 }

  /// Returns a number from 0 up to but not including a bound.
  public mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(max(1, bound))) }

  /// Returns a number in a range.
  public mutating func number(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + below(range.count)
  }

  /// Returns true with a probability of one in a number of times.
  public mutating func oneIn(_ times: Int) -> Bool { below(times) == 0 }

  /// Returns a random element; the array must not be empty.
  public mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }
}
