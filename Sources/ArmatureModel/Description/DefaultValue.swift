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
/// Core Data keeps one static value; a default of "now" is evaluated once there and shared by all
/// objects. Here ``now``, ``uuid`` and closures are evaluated for each object.
public enum DefaultValue: Sendable, Hashable, Codable {
  /// The same value for each object.
  case constant(AttributeValue)
  /// The time of creation, from the context's clock.
  case now
  /// A new identifier, from the context's source of identifiers.
  case uuid
  /// The result of a closure, which is not kept when the model is encoded.
  case computed(Computed)
}

extension DefaultValue {
  /// A closure that makes the default of an attribute; equal to every other by definition.
  public struct Computed: Sendable, Hashable, Codable {
    package let make: (@Sendable () -> AttributeValue)?

    package init(_ make: @escaping @Sendable () -> AttributeValue) {
      self.make = make
    }

    /// Makes a default without its closure, which yields no value.
    public init(from decoder: any Decoder) throws {
      make = nil
    }

    /// Encodes nothing: code cannot be kept in data.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode("closure")
    }

    /// Always true: closures cannot be compared.
    public static func == (left: Computed, right: Computed) -> Bool { true }

    /// Feeds nothing.
    public func hash(into hasher: inout Hasher) {}
  }

  /// A default that depends on the moment of creation, as declarations spell it: `.default(.now)`.
  public enum Moment: Sendable {
    /// The time of creation.
    case now
  }

  /// A default identifier, as declarations spell it: `.default(.uuid)`.
  public enum Identifier: Sendable {
    /// A new identifier.
    case uuid
  }
}

/// A value as it is, or a word: `now`, `uuid`, `closure`, or `none` for the absence of a value.
extension DefaultValue {
  /// Decodes a default.
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

  /// Encodes the value, or the word.
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
