package import ArmatureModel

extension JSONValue {
  /// Returns a random value, with difficult keys, texts and numbers, nested up to a depth.
  package static func random(
    _ random: inout some RandomNumberGenerator, depth: Int
  ) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &random) {
    case 0: return .null
    case 1: return .bool(.random(using: &random))
    case 2, 3:
      let number = numbers.randomElement(using: &random) ?? "0"
      return JSONNumber(number).map(JSONValue.number) ?? .null
    case 4: return .string(texts.randomElement(using: &random) ?? "")
    case 5:
      let count = Int.random(in: 0...3, using: &random)
      return .array((0..<count).map { _ in .random(&random, depth: depth - 1) })
    default:
      var object = JSONObject()
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        object[texts.randomElement(using: &random) ?? ""] = .random(&random, depth: depth - 1)
      }
      return .object(object)
    }
  }

  private static let numbers = [
    "0", "-0", "1", "-1", "1.0", "1.50", "0.1", "1e2", "1E+2", "9007199254740993",
    "9223372036854775808", "-123456789012345678901234567890.0000000000001", "1e400", "2e-400",
  ]

  private static let texts = [
    "", "a", "price", "tags", "é", "e\u{301}", "日本", "😀", "\"", "\\", "/", "\n", "\u{0}", "\u{1F}",
    "\u{2028}", "null", "1", "a.b", "@id",
  ]
}
