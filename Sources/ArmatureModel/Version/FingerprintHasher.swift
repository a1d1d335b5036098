/// A hasher for fingerprints. It computes the 128-bit FNV-1a hash of bytes.
///
/// The encoding of the hashed values is unambiguous. Numbers have a fixed size, and texts and lists start with their
/// count.
package struct FingerprintHasher {
  private var state: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
  private static let prime: UInt128 = 0x0000_0000_0100_0000_0000_0000_0000_013b

  package init() {}

  package var fingerprint: ModelFingerprint { ModelFingerprint(state) }

  /// Hashes one byte.
  mutating func add(_ byte: UInt8) {
    state = (state ^ UInt128(byte)) &* Self.prime
  }

  /// Hashes a flag as one byte, 1 or 0.
  mutating func add(_ flag: Bool) { add(flag ? 1 : 0 as UInt8) }

  /// Hashes a number as eight bytes, the least significant first.
  package mutating func add(_ number: Int) {
    var bits = UInt64(bitPattern: Int64(number))
    for _ in 0..<8 {
      add(UInt8(truncatingIfNeeded: bits))
      bits >>= 8
    }
  }

  /// Hashes the number of UTF-8 bytes and the bytes.
  package mutating func add(_ text: String) {
    add(text.utf8.count)
    for byte in text.utf8 { add(byte) }
  }

  /// Hashes a flag, and the text if present.
  mutating func add(_ text: String?) {
    add(text != nil)
    if let text { add(text) }
  }

  /// Hashes sixteen bytes, the most significant first.
  mutating func add(_ fingerprint: ModelFingerprint) {
    for shift in stride(from: 120, through: 0, by: -8) {
      add(UInt8(truncatingIfNeeded: fingerprint.value >> UInt128(shift)))
    }
  }

  /// Hashes a flag, and the fingerprint if present.
  mutating func add(_ fingerprint: ModelFingerprint?) {
    add(fingerprint != nil)
    if let fingerprint { add(fingerprint) }
  }
}
