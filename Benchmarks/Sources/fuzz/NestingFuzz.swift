import Armature
import ArmatureModel
import Foundation

/// Random binary property lists whose parts can contain each other: decoding must produce a value or an error and a
/// value must survive encoding and decoding.
enum NestingFuzz {
  @Sendable static func problem(_ choices: inout Choices, _ trace: Trace) throws -> String? {
    let count = 2 + choices.below(5)
    var parts: [BinaryPropertyList.Part] = []
    for _ in 0..<count {
      let position = { (choices: inout Choices) in UInt8(choices.below(count + keys.count)) }
      switch choices.below(4) {
      case 0: parts.append(.list((0..<choices.below(3)).map { _ in position(&choices) }))
      case 1: parts.append(.number(UInt8(choices.below(3))))
      default:
        // Usually a part that contains itself.
        let members = (0..<(1 + choices.below(5) / 3)).map { _ in
          (
            UInt8(count + choices.below(choices.bool() ? deepKeys : keys.count)),
            position(&choices)
          )
        }
        parts.append(.members(members.map(\.0), members.map(\.1)))
      }
    }
    trace.note("parts \(parts)")
    let data = BinaryPropertyList.data(parts + keys.map { .text($0) })
    let problems = [
      problem(AttributeValue.self, data), problem(FetchPredicate.self, data),
      problem(FetchExpression.self, data), problem(AttributeType.self, data),
      problem(AttributeDescription.self, data), problem(ValidationRule.self, data),
      problem(FetchRequest.self, data), problem(ObjectSnapshot.self, data),
      problem(ValidationReport.self, data), problem(ManagedObjectModel.self, data),
    ]
    return problems.compactMap { $0 }.first
  }

  private static func problem<Value: Codable & Equatable>(
    _ type: Value.Type, _ data: Data
  ) -> String? {
    guard let value = try? PropertyListDecoder().decode(type, from: data) else { return nil }
    do {
      let encoded = try JSONEncoder().encode([value])
      let again = try JSONDecoder().decode([Value].self, from: encoded)
      return again == [value] ? nil : "\(value) is encoded and decoded as \(again)"
    } catch {
      return "\(value) is not encoded and decoded: \(error)"
    }
  }

  private static let keys = [
    "list", "composite", "not", "and", "or", "constant", "transformable", "enumeration", "path",
    "left", "is", "right", "==", "int", "string", "function", "arguments", "abs:", "aggregate",
    "of",
    "@sum", "subquery", "where", "name", "type", "stored", "raw", "cases", "int64", "rules",
    "requirement", "membership", "default", "derivation", "condition", "predicate", "values",
    "objects", "entities", "properties", "attribute", "variable",
  ]
  /// The number of keys that nest a single part.
  private static let deepKeys = 8
}
