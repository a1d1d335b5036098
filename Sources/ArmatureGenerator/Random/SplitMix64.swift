/// SplitMix64: the same numbers for the same seed on every machine.
///
/// ```swift
/// var random = SplitMix64(seed: 42)
/// var again = SplitMix64(seed: 42)
/// #expect((1...6).map { _ in random.next() } == (1...6).map { _ in again.next() })
/// ```
public struct SplitMix64: RandomNumberGenerator, Sendable {
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

  /// A number from 0 to one less than the bound.
  ///
  /// The standard library does not promise which numbers its methods make from those of a generator.
  package mutating func below(_ bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(max(1, bound))).high)
  }

  /// Whether an event occurs that has a chance of one in so many.
  package mutating func oneIn(_ times: Int) -> Bool { below(times) == 0 }

  /// One of some elements; `nil` if there is none.
  package mutating func element<Element>(of elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[below(elements.count)]
  }

  /// A number of a range.
  mutating func integer(_ range: ClosedRange<Int64>) -> Int64 {
    let span = UInt64(bitPattern: range.upperBound &- range.lowerBound)
    if span == .max { return Int64(bitPattern: next()) }
    let offset = next().multipliedFullWidth(by: span + 1).high
    return range.lowerBound &+ Int64(bitPattern: offset)
  }

  /// A number from 0 to 1, without 1.
  mutating func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }
}
