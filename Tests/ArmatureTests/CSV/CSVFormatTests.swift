import Armature
import Testing

@Suite struct CSVFormatTests {
  private static let attributes: [String: AttributeDescription] = [
    "text": AttributeDescription("text", .string),
    "name": AttributeDescription("name", .string, isIdentifying: true),
    "default": AttributeDescription("default", .string, default: .constant("none")),
    "list": AttributeDescription("list", .list(.string)),
    "box": AttributeDescription(
      "box", .composite([.init("width", .int64), .init("label", .string, default: .uuid)])),
  ]

  @Test(
    arguments: [
      ("text", "a|b", true), ("text", "", true), ("text", "a\u{0}b", true), ("text", .null, true),
      ("text", "\u{301}a\r\n", true), ("name", "ab", true), ("name", "a|b", false),
      ("name", "\u{301}a", false), ("default", .null, true), ("name", "", false),
      ("default", "none", true),
      ("list", .list(["a", "b"]), true), ("list", .list(["", "b"]), true),
      ("list", .list(["a", "b|c"]), false), ("list", .list([""]), true),
      ("list", .list([]), true),
      ("list", .list(["a", "\u{301}b"]), false), ("list", .null, true),
      ("box", .composite(["width": 1, "label": "a"]), true),
      ("box", .composite(["width": 1]), false), ("box", .composite([:]), false),
      ("box", .composite(["label": "a"]), true), ("box", .composite(["label": ""]), true),
    ] as [(String, AttributeValue, Bool)])
  func `what a separator or a default would change is not kept`(
    name: String, value: AttributeValue, isKept: Bool
  ) throws {
    let attribute = try #require(Self.attributes[name])
    #expect(CSVFormat().keeps(value, of: attribute) == isKept)
  }

  @Test func `another separator keeps other lists`() throws {
    let list = try #require(Self.attributes["list"])
    #expect(CSVFormat(listSeparator: ";").keeps(.list(["a", "b|c"]), of: list))
  }
}
