import ArmatureModel
import Foundation
import TestSupport
import Testing

/// Nested data is decoded up to a limit, with any decoder, even if the data contains itself.
@Suite struct NestedDecodingTests {
  private static let sentence =
    "Values must be nested at most 200 deep, but this one is deeper, or contains itself."

  private func refusal(_ decode: () throws -> Void) -> String {
    do {
      try decode()
      return "no error"
    } catch DecodingError.dataCorrupted(let context) {
      return context.debugDescription
    } catch {
      return "\(error)"
    }
  }

  private func refusal<Part: Decodable>(_ type: Part.Type, _ parts: Data) -> String {
    refusal { _ = try PropertyListDecoder().decode(type, from: parts) }
  }

  /// Returns an object with itself as the only member.
  private func loop(_ key: String) -> Data {
    BinaryPropertyList.data(.members([1], [0]), .text(key))
  }

  /// Returns an object with a list of itself as the only member.
  private func listLoop(_ key: String) -> Data {
    BinaryPropertyList.data(.members([1], [2]), .text(key), .list([0]))
  }

  @Test func `a value that contains itself is refused`() {
    #expect(listLoop("list").count < 60)
    #expect(refusal(AttributeValue.self, listLoop("list")) == Self.sentence)
    let composite = BinaryPropertyList.data(
      .members([1], [2]), .text("composite"), .members([3], [0]), .text("e"))
    #expect(refusal(AttributeValue.self, composite) == Self.sentence)
    #expect(refusal([AttributeValue].self, BinaryPropertyList.data(.list([0]))) != "no error")
  }

  @Test(arguments: ["and", "or"])
  func `a condition that contains itself in a list is refused`(key: String) {
    #expect(refusal(FetchPredicate.self, listLoop(key)) == Self.sentence)
  }

  @Test func `a condition that contains itself is refused`() {
    #expect(refusal(FetchPredicate.self, loop("not")) == Self.sentence)
    let comparison = BinaryPropertyList.data(
      .members([1, 2, 3], [4, 5, 4]), .text("left"), .text("is"), .text("right"),
      .members([6, 7], [4, 0]), .text("=="), .text("subquery"), .text("where"))
    #expect(refusal(FetchPredicate.self, comparison) == Self.sentence)
  }

  @Test func `an expression that contains itself is refused`() {
    #expect(refusal(FetchExpression.self, listLoop("list")) == Self.sentence)
    let arguments = BinaryPropertyList.data(
      .members([1, 2], [3, 4]), .text("function"), .text("arguments"), .text("abs:"), .list([0]))
    #expect(refusal(FetchExpression.self, arguments) == Self.sentence)
    let aggregate = BinaryPropertyList.data(
      .members([1, 2], [3, 0]), .text("aggregate"), .text("of"), .text("@sum"))
    #expect(refusal(FetchExpression.self, aggregate) == Self.sentence)
    let constant = BinaryPropertyList.data(
      .members([1], [2]), .text("constant"), .members([3], [4]), .text("list"), .list([2]))
    #expect(refusal(FetchExpression.self, constant) == Self.sentence)
  }

  @Test func `a type that contains itself is refused`() {
    #expect(refusal(AttributeType.self, loop("list")) == Self.sentence)
    let composite = BinaryPropertyList.data(
      .members([1], [2]), .text("composite"), .list([3]), .members([4, 5], [6, 0]),
      .text("name"), .text("type"), .text("e"))
    #expect(refusal(AttributeType.self, composite) == Self.sentence)
    let transformable = BinaryPropertyList.data(
      .members([1], [2]), .text("transformable"), .members([3, 4], [5, 0]), .text("name"),
      .text("stored"), .text("T"))
    #expect(refusal(AttributeType.self, transformable) == Self.sentence)
    let enumeration = BinaryPropertyList.data(
      .members([1], [2]), .text("enumeration"), .members([3, 4], [5, 0]), .text("name"),
      .text("raw"), .text("E"))
    #expect(refusal(AttributeType.self, enumeration) == Self.sentence)
    let attribute = BinaryPropertyList.data(
      .members([1, 2], [3, 4]), .text("name"), .text("type"), .text("e"), .members([5], [6]),
      .text("composite"), .list([0]))
    #expect(refusal(AttributeDescription.self, attribute) == Self.sentence)
  }

  private static func value(_ depth: Int) -> AttributeValue {
    (0..<depth).reduce(.int(1)) { value, step in
      step.isMultiple(of: 2) ? .composite(["e": value]) : .list([value])
    }
  }

  private static func condition(_ depth: Int) -> FetchPredicate {
    (2..<depth).reduce(.comparison(.keyPath(["v"]), .greater, .constant(0))) { part, step in
      step.isMultiple(of: 2) ? .not(part) : .and([part])
    }
  }

  private static func type(_ depth: Int) -> AttributeType {
    (0..<depth).reduce(.int64) { type, _ in .composite([AttributeDescription("e", type)]) }
  }

  private enum Format: CaseIterable {
    case json, text, binary

    func encode(_ value: some Encodable) throws -> Data {
      let encoder = PropertyListEncoder()
      encoder.outputFormat = self == .text ? .xml : .binary
      return try self == .json ? JSONEncoder().encode(value) : encoder.encode(value)
    }

    func decode<Value: Decodable>(_ type: Value.Type, _ data: Data) throws -> Value {
      try self == .json
        ? JSONDecoder().decode(type, from: data) : PropertyListDecoder().decode(type, from: data)
    }
  }

  @Test(arguments: Format.allCases)
  private func `what is nested two hundred deep is decoded, and not what is deeper`(
    format: Format
  ) throws {
    func again<Part: Codable>(_ part: Part) throws -> Part {
      try format.decode(Part.self, format.encode(part))
    }
    let value = Self.value(200)
    #expect(try again(value) == value)
    #expect(refusal { _ = try again(Self.value(201)) } == Self.sentence)
    let condition = Self.condition(200)
    #expect(try again(condition) == condition)
    #expect(refusal { _ = try again(Self.condition(201)) } == Self.sentence)
    // Each level has three containers; JSON allows at most 512 of them.
    let type = Self.type(150)
    #expect(try again(type) == type)
    if format != .json { #expect(refusal { _ = try again(Self.type(201)) } == Self.sentence) }
  }

  @Test func `parts beside each other are not deeper`() throws {
    let wide = AttributeValue.list((0..<1_000).map { .list([.int($0)]) })
    let data = try JSONEncoder().encode(wide)
    #expect(try JSONDecoder().decode(AttributeValue.self, from: data) == wide)
  }
}
