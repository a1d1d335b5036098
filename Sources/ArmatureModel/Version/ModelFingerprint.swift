/// A number that changes when what stores keep of a model or an entity changes.
///
/// ```swift
/// let fingerprint = model.fingerprint
/// print(ModelFingerprint("\(fingerprint)") == fingerprint)  // true
/// ```
/// Two models with the same fingerprint read each other's stores. Core Data: version hashes.
///
/// It is a 128-bit FNV-1a hash, which is fast and has no state to get wrong. It is no cryptographic
/// hash: it protects from accidents, where a collision takes some 2^64 models, and not from
/// somebody who constructs one. Whoever can replace a model needs no collision.
public struct ModelFingerprint: Hashable, Sendable {
  /// The number.
  public let value: UInt128

  /// Makes a fingerprint from its number.
  public init(_ value: UInt128) { self.value = value }
}

extension ModelFingerprint: LosslessStringConvertible {
  /// The number in 32 hexadecimal digits, in small letters.
  public var description: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 32 - digits.count) + digits
  }

  /// Reads 32 hexadecimal digits; fails for anything else.
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
