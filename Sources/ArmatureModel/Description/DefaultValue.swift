#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The value that an attribute has in a new object.
///
/// A default can be a constant, or a value that is computed for each new object:
///
/// ```swift
/// let name = AttributeDescription("name", .string, default: .constant("Unnamed"))
/// let made = AttributeDescription("made", .date, default: .now)
/// let code = AttributeDescription("code", .uuid, default: .uuid)
/// ```
/// The defaults ``now``, ``uuid`` and ``uuidv7`` and closures are evaluated for each new object. In Core Data, a default is always
/// a constant, so all objects would share the same date.
public enum DefaultValue: Sendable, Hashable, Codable {
  /// The same value for each object.
  case constant(AttributeValue)
  /// The time of creation, read from the clock of the context.
  case now
  /// A new UUID, which the context's UUID source provides.
  case uuid
  /// A new UUID in the order of creation: version 7 of RFC 9562, from the context's clock and UUID source.
  case uuidv7
  /// The result of a closure. The closure is not encoded with the model.
  case computed(Computed)
}

extension DefaultValue {
  /// A closure that computes a default value. Closures cannot be compared, so all values of this type are equal.
  public struct Computed: Sendable, Hashable, Codable {
    package let make: (@Sendable () -> AttributeValue)?

    package init(_ make: @escaping @Sendable () -> AttributeValue) {
      self.make = make
    }

    /// Decodes a default whose closure is missing. It produces no value until a closure is bound.
    public init(from decoder: any Decoder) throws {
      make = nil
    }

    /// Encodes the word `closure`, because a closure itself cannot be encoded.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode("closure")
    }

    /// Returns true, because closures cannot be compared.
    public static func == (left: Computed, right: Computed) -> Bool { true }

    /// Hashes nothing, because all values are equal.
    public func hash(into hasher: inout Hasher) {}
  }

  /// The argument of `.default(.now)` in the declaration of a date.
  public enum Timestamp: Sendable {
    /// The time of creation.
    case now
  }

  /// The argument of `.default(.uuid)` and `.default(.uuidv7)` in the declaration of a UUID.
  public enum Identifier: Sendable {
    /// A new random UUID.
    case uuid
    /// A new UUID that comes after all earlier ones of its context, in the order of its bytes and of its text.
    ///
    /// An index over such values grows at its end, so large tables stay fast. Whoever sees the UUID learns when it was
    /// made. Source: RFC 9562 §5.7, with the fraction of the millisecond in place of 12 of the random bits (§6.2).
    case uuidv7
  }
}

/// A default is encoded as its value, or as one of the words `now`, `uuid`, `uuidv7`, `closure` and `none`. The word `none`
/// stands for a missing value.
extension DefaultValue {
  /// Decodes a default value.
  public init(from decoder: any Decoder) throws {
    guard let word = try? decoder.singleValueContainer().decode(String.self) else {
      self = .constant(try AttributeValue(from: decoder))
      return
    }
    switch word {
    case "now": self = .now
    case "uuid": self = .uuid
    case "uuidv7": self = .uuidv7
    case "none": self = .constant(.null)
    case "closure": self = .computed(try Computed(from: decoder))
    default:
      throw decoder.corrupted(
        "A default must be a value such as {\"string\": \"\"}, \"now\" or \"uuid\", but is"
          + " \(word.quotedForMessage)."
          + (nearMiss(word, in: ["now", "uuid", "uuidv7"]).map {
            " Did you mean \($0.quotedForMessage)?"
          }
            ?? ""))
    }
  }

  /// Encodes a constant as its value, and any other default as a word.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .constant(.null): try container.encode("none")
    case .constant(let value): try container.encode(value)
    case .now: try container.encode("now")
    case .uuid: try container.encode("uuid")
    case .uuidv7: try container.encode("uuidv7")
    case .computed(let computed): try container.encode(computed)
    }
  }
}
