/// The random numbers of one case, which is what they make of it: the same numbers make the same case.
///
/// A failing case is made smaller by leaving out numbers and making them smaller, whatever its mode is.
/// Behind the end of a list that is given all numbers are 0, which every mode takes for the least.
struct Choices: RandomNumberGenerator {
  private let given: [UInt64]?
  private var random: SplitMix64
  private(set) var taken: [UInt64] = []

  /// New numbers of a case.
  init(seed: UInt64, case number: Int) {
    given = nil
    var seeds = SplitMix64(seed: seed)
    random = SplitMix64(seed: seeds.next() &+ UInt64(number) &* 0x2545_F491_4F6C_DD1D)
  }

  /// Numbers that are known.
  init(_ given: [UInt64]) {
    self.given = given
    random = SplitMix64(seed: 0)
  }

  mutating func next() -> UInt64 {
    var number = UInt64(0)
    if let given {
      if taken.count < given.count { number = given[taken.count] }
    } else {
      // Small numbers say all that is asked for, and can be made smaller in few steps.
      number = random.next() >> 32
    }
    taken.append(number)
    return number
  }

  /// Some bytes of all 64 bits, where they matter.
  mutating func word() -> UInt64 { next() << 32 | next() }
}
