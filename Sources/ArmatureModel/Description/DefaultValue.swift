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
/// The defaults ``now`` and ``uuid`` and closures are evaluated for each new object. In Core Data, a default is always
/// a constant, so all objects would share the same date.
public enum DefaultValue: Sendable, Hashable, Codable {
  /// The same value for each object.
  case constant(AttributeValue)
  /// The time of creation, read from the clock of the context.
  case now
  /// A new UUID, which the context's UUID source provides.
  case uuid
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

  /// The argument of `.default(.uuid)` in the declaration of a UUID.
  public enum Identifier: Sendable {
    /// A new UUID.
    case uuid
  }
}

/// A default is encoded as its value, or as one of the words `now`, `uuid`, `closure` and `none`. The word `none`
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
    case "none": self = .constant(.null)
    case "closure": self = .computed(try Computed(from: decoder))
    default:
      throw decoder.corrupted(
        "A default must be a value such as {\"string\": \"\"}, \"now\" or \"uuid\", but is"
          + " \(word.quotedForMessage)."
          + (nearMiss(word, in: ["now", "uuid"]).map { " Did you mean \($0.quotedForMessage)?" }
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
    case .computed(let computed): try container.encode(computed)
    }
  }
}
