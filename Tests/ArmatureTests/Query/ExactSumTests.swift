import TestSupport
import Testing

@testable import Armature

@Suite struct ExactSumTests {
  private static func sum(_ numbers: some Sequence<Double>) -> Double {
    var sum = ExactSum()
    for number in numbers { sum.add(number) }
    return sum.value()
  }

  @Test(
    arguments: [
      ([], 0), ([-0.0], 0), ([0.1, 0.2], 0.30000000000000004), ([1e16, 1, -1e16], 1),
      ([1e308, 1e308, -1e308], 1e308), ([1e308, 1e308], .infinity), ([-1e308, -1e308], -.infinity),
      ([.leastNonzeroMagnitude, .leastNonzeroMagnitude], 0x1p-1073),
      ([1, 0x1p-53], 1), ([1, 0x1p-53, 0x1p-1074], 1 + 0x1p-52),
      ([-1, -0x1p-53, -0x1p-1074], -1 - 0x1p-52), ([1, 0x1p-53, -0x1p-1074], 1),
      ([.greatestFiniteMagnitude, -.greatestFiniteMagnitude, 3], 3),
    ] as [([Double], Double)])
  func `a sum is rounded once, in the end`(_ numbers: [Double], _ expected: Double) {
    #expect(Self.sum(numbers) == expected)
    #expect(Self.sum(numbers.reversed()) == expected)
  }

  @Test(arguments: 0..<50)
  func `a sum of whole numbers, moved by any power, is what integers say`(_ seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let scale = Double(sign: .plus, exponent: random.below(2_000) - 1_050, significand: 1)
    var (exact, sum) = (Int128(0), ExactSum())
    for _ in 0..<random.below(200) {
      let number = Int64(random.below(1 << 50)) - 1 << 49
      let times = random.oneIn(4) ? random.below(1 << 40) : 1
      exact += Int128(number) * Int128(times)
      sum.add(Double(number) * scale, times: times)
    }
    // Parts below the least power are missing in the sum as well.
    guard scale >= 0x1p-1000 else { return }
    #expect(sum.value() == Double(exact) * scale)
  }

  @Test func `many additions do not run out of room`() {
    var sum = ExactSum()
    sum.add(-1, times: .max)
    sum.add(1, times: .max)
    sum.add(0.5, times: 1 << 62)
    #expect(sum.value() == 0x1p61)
    sum.add(Int128.max)
    #expect(sum.value() == 0x1p127)
    #expect(sum.value(scaledByPowerOfTwo: -64) == 0x1p63)
  }
}
