#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The closure of a rule, which checks the value of an attribute or an object.
package enum RuleCheck: Sendable, Hashable, Codable {
  case value(@Sendable (AttributeValue) throws -> Bool)
  case object(@Sendable (AnyObject) throws -> Bool)

  package init(from decoder: any Decoder) throws {
    throw DecodingError.dataCorrupted(
      .init(codingPath: decoder.codingPath, debugDescription: "A closure cannot be decoded."))
  }
  package func encode(to encoder: any Encoder) throws {}
  package static func == (left: RuleCheck, right: RuleCheck) -> Bool { true }
  package func hash(into hasher: inout Hasher) {}
}
