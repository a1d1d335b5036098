/// The random numbers of a case, which determine it completely.
///
/// A failing case is reduced in every mode by removing numbers and making them smaller. After the end of a given list
/// all numbers are 0, which every mode treats as the minimum.
struct Choices: RandomNumberGenerator {
  private let given: [UInt64]?
  private var random: SplitMix64
  private(set) var taken: [UInt64] = []

  /// Creates the numbers of a new case.
  init(seed: UInt64, case number: Int) {
    given = nil
    var seeds = SplitMix64(seed: seed)
    random = SplitMix64(seed: seeds.next() &+ UInt64(number) &* 0x2545_F491_4F6C_DD1D)
  }

  /// Creates known numbers.
  init(_ given: [UInt64]) {
    self.given = given
    random = SplitMix64(seed: 0)
  }

  mutating func next() -> UInt64 {
    var number = UInt64(0)
    if let given {
      if taken.count < given.count { number = given[taken.count] }
    } else {
      // Small numbers are sufficient, and can be reduced in few steps.
      number = random.next() >> 32
    }
    taken.append(number)
    return number
  }

  /// Returns a number with 64 random bits, where they matter.
  mutating func word() -> UInt64 { next() << 32 | next() }
}
