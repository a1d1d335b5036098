#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The SHA-256 digest of a text. A browser recognizes the script of a page by its digest. Source: FIPS 180-4.
struct PageDigest {
  private var state: [UInt32]

  /// The digest as written in a content security policy.
  var base64: String {
    Data(
      state.flatMap { word in
        stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
      }
    ).base64EncodedString()
  }

  init(_ text: String) {
    let primes = Self.primes(64)
    // The constants are the first fractional bits of the square roots and cube roots of primes.
    state = primes.prefix(8).map { Self.fraction(Double($0).squareRoot()) }
    let constants = primes.map(Self.cubeFraction)
    var bytes = Array(text.utf8)
    let length = UInt64(bytes.count) * 8
    bytes.append(0x80)
    bytes += repeatElement(0, count: (120 - bytes.count % 64) % 64)
    bytes += stride(from: 56, through: 0, by: -8).map {
      UInt8(truncatingIfNeeded: length >> UInt64($0))
    }
    for start in stride(from: 0, to: bytes.count, by: 64) {
      add(bytes[start..<start + 64], constants)
    }
  }

  private mutating func add(_ block: ArraySlice<UInt8>, _ constants: [UInt32]) {
    func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }
    var words = [UInt32](repeating: 0, count: 64)
    for (index, byte) in block.enumerated() {
      words[index / 4] = words[index / 4] << 8 | UInt32(byte)
    }
    for index in 16..<64 {
      let (early, late) = (words[index - 15], words[index - 2])
      let first = rotated(early, 7) ^ rotated(early, 18) ^ early >> 3
      let second = rotated(late, 17) ^ rotated(late, 19) ^ late >> 10
      words[index] = words[index - 16] &+ first &+ words[index - 7] &+ second
    }
    var s = state
    for index in 0..<64 {
      let mix = rotated(s[4], 6) ^ rotated(s[4], 11) ^ rotated(s[4], 25)
      let choice = s[4] & s[5] ^ ~s[4] & s[6]
      let one = s[7] &+ mix &+ choice &+ constants[index] &+ words[index]
      let mixed = rotated(s[0], 2) ^ rotated(s[0], 13) ^ rotated(s[0], 22)
      let majority = s[0] & s[1] ^ s[0] & s[2] ^ s[1] & s[2]
      s = [one &+ mixed &+ majority, s[0], s[1], s[2], s[3] &+ one, s[4], s[5], s[6]]
    }
    for index in 0..<8 { state[index] &+= s[index] }
  }

  private static func primes(_ count: Int) -> [Int] {
    var primes: [Int] = []
    var number = 2
    while primes.count < count {
      if primes.allSatisfy({ number % $0 != 0 }) { primes.append(number) }
      number += 1
    }
    return primes
  }

  private static func fraction(_ root: Double) -> UInt32 {
    UInt32((root - root.rounded(.down)) * 4_294_967_296)
  }

  /// Integer arithmetic avoids the math library that a floating-point cube root needs.
  private static func cubeFraction(_ prime: Int) -> UInt32 {
    let target = UInt128(prime) << 96
    var root: UInt128 = 0
    for bit in stride(from: 35, through: 0, by: -1) {
      let next = root | 1 << UInt128(bit)
      if next * next * next <= target { root = next }
    }
    return UInt32(truncatingIfNeeded: root)
  }
}
