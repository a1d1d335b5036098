/// A number that identifies the stored form of a model or an entity.
///
/// ```swift
/// let fingerprint = model.fingerprint
/// print(ModelFingerprint("\(fingerprint)") == fingerprint)  // true
/// ```
/// If two models have the same fingerprint, each of them can read stores that were saved with the other.
///
/// The fingerprint is a 128-bit FNV-1a hash, which is fast and simple. Accidental collisions are expected only after
/// about 2^64 models. The hash is not cryptographic, so someone could deliberately create a model with a given
/// fingerprint. This is not a risk, because an attacker who can replace your model does not need the same fingerprint.
///
/// Core Data: version hashes.
public struct ModelFingerprint: Hashable, Sendable {
  /// The number.
  public let value: UInt128

  /// Creates a fingerprint from its number.
  public init(_ value: UInt128) { self.value = value }
}

extension ModelFingerprint: LosslessStringConvertible {
  /// The number as 32 lowercase hexadecimal digits.
  public var description: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 32 - digits.count) + digits
  }

  /// Creates a fingerprint from 32 hexadecimal digits. Returns `nil` for any other text.
  public init?(_ description: String) {
    guard description.utf8.count == 32, description.utf8.allSatisfy(\.isHexDigit),
      let value = UInt128(description, radix: 16)
    else { return nil }
    self.value = value
  }
}

extension UInt8 {
  fileprivate var isHexDigit: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }
}

extension ModelFingerprint: Codable {
  /// Decodes 32 hexadecimal digits.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let fingerprint = ModelFingerprint(text) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription:
          "A fingerprint must have 32 hexadecimal digits, but is \(text.quotedForMessage).")
    }
    self = fingerprint
  }

  /// Encodes 32 hexadecimal digits.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

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
