/// The SplitMix64 random number generator, which produces the same numbers from the same seed on every machine.
///
/// ```swift
/// var random = SplitMix64(seed: 42)
/// var again = SplitMix64(seed: 42)
/// #expect((1...6).map { _ in random.next() } == (1...6).map { _ in again.next() })
/// ```
public struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates a generator with a seed.
  public init(seed: UInt64) { state = seed }

  /// Returns the next number.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns a number from 0 up to but not including a bound.
  ///
  /// The standard library does not guarantee which numbers its methods derive from a generator.
  package mutating func below(_ bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(max(1, bound))).high)
  }

  /// Returns true with a probability of one in a number of times.
  package mutating func oneIn(_ times: Int) -> Bool { below(times) == 0 }

  /// Returns a random element; `nil` for an empty array.
  package mutating func element<Element>(of elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[below(elements.count)]
  }

  /// Returns a number in a range.
  mutating func integer(_ range: ClosedRange<Int64>) -> Int64 {
    let span = UInt64(bitPattern: range.upperBound &- range.lowerBound)
    if span == .max { return Int64(bitPattern: next()) }
    let offset = next().multipliedFullWidth(by: span + 1).high
    return range.lowerBound &+ Int64(bitPattern: offset)
  }

  /// Returns a number from 0 up to but not including 1.
  mutating func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }
}
