// The generator of numbers that the product has is the one of the project's own tests.
@_exported public import struct ArmatureGenerator.SplitMix64

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
