#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The value that an attribute has in a new object.
///
/// ```swift
/// let name = AttributeDescription("name", .string, default: .constant("Unnamed"))
/// let made = AttributeDescription("made", .date, default: .now)
/// let code = AttributeDescription("code", .uuid, default: .uuid)
/// ```
/// Core Data stores one static value, so a default of "now" is evaluated once and shared by all objects. Armature
/// evaluates ``now``, ``uuid`` and closures for each object.
public enum DefaultValue: Sendable, Hashable, Codable {
  /// The same value for each object.
  case constant(AttributeValue)
  /// The creation time, from the context's clock.
  case now
  /// A new UUID, from the context's UUID source.
  case uuid
  /// The result of a closure, which is lost when the model is encoded.
  case computed(Computed)
}

extension DefaultValue {
  /// A closure that computes the default of an attribute. All values of this type are equal.
  public struct Computed: Sendable, Hashable, Codable {
    package let make: (@Sendable () -> AttributeValue)?

    package init(_ make: @escaping @Sendable () -> AttributeValue) {
      self.make = make
    }

    /// Decodes a default without its closure, which produces no value.
    public init(from decoder: any Decoder) throws {
      make = nil
    }

    /// Encodes the word `closure`: code cannot be encoded.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode("closure")
    }

    /// Returns true, since closures cannot be compared.
    public static func == (left: Computed, right: Computed) -> Bool { true }

    /// Hashes nothing, since all values are equal.
    public func hash(into hasher: inout Hasher) {}
  }

  /// The default for a date that declarations write as `.default(.now)`.
  public enum Timestamp: Sendable {
    /// The creation time.
    case now
  }

  /// The default for a UUID that declarations write as `.default(.uuid)`.
  public enum Identifier: Sendable {
    /// A new UUID.
    case uuid
  }
}

/// Encoded as a value, or as one of the words `now`, `uuid`, `closure`, and `none` for no value.
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

  /// Encodes the value or its word.
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
