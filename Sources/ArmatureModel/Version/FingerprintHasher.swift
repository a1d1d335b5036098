/// Hashes the ingredients of a fingerprint: 128-bit FNV-1a over bytes.
///
/// Each ingredient is written so that no two lists of ingredients give the same bytes: numbers have
/// a fixed size, and texts and lists start with their count.
struct FingerprintHasher {
  private var state: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
  private static let prime: UInt128 = 0x0000_0000_0100_0000_0000_0000_0000_013b

  var fingerprint: ModelFingerprint { ModelFingerprint(state) }

  /// One byte.
  mutating func add(_ byte: UInt8) {
    state = (state ^ UInt128(byte)) &* Self.prime
  }

  /// One byte: 1 or 0.
  mutating func add(_ flag: Bool) { add(flag ? 1 : 0 as UInt8) }

  /// Eight bytes, the least significant first.
  mutating func add(_ number: Int) {
    var bits = UInt64(bitPattern: Int64(number))
    for _ in 0..<8 {
      add(UInt8(truncatingIfNeeded: bits))
      bits >>= 8
    }
  }

  /// The number of UTF-8 bytes, and these.
  mutating func add(_ text: String) {
    add(text.utf8.count)
    for byte in text.utf8 { add(byte) }
  }

  /// A flag, and the text if there is one.
  mutating func add(_ text: String?) {
    add(text != nil)
    if let text { add(text) }
  }

  /// A flag, and sixteen bytes, the most significant first, if there is a fingerprint.
  mutating func add(_ fingerprint: ModelFingerprint?) {
    add(fingerprint != nil)
    guard let value = fingerprint?.value else { return }
    for shift in stride(from: 120, through: 0, by: -8) {
      add(UInt8(truncatingIfNeeded: value >> UInt128(shift)))
    }
  }
}
