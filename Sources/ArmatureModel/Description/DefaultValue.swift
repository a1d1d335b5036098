#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The value that an attribute has in a new object.
///
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
