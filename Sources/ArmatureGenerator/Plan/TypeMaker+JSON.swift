import Armature

extension TypeMaker {
  /// Makes JSON values of all kinds, nested up to a depth.
  init(jsonNestedTo depth: Int) {
    self.init { random in .json(Self.json(depth: depth, &random)) }
    notable = [.json(.null), .json([]), .json([:]), .json(0), .json("")]
  }

  private static func json(depth: Int, _ random: inout SplitMix64) -> JSONValue {
    switch random.integer(0...(depth > 0 ? 7 : 4)) {
    case 0: return .null
    case 1: return .bool(random.oneIn(2))
    case 2: return .number(JSONNumber(random.integer(-1_000...1_000)))
    case 3:
      return .number(JSONNumber("\(random.integer(-99...99)).\(random.integer(0...999))") ?? 0)
    case 4: return .string("text \(random.integer(0...99))")
    case 5:
      return .array((0..<random.integer(0...3)).map { _ in json(depth: depth - 1, &random) })
    default:
      var object = JSONObject()
      for _ in 0..<random.integer(0...4) {
        object["key\(random.integer(0...9))"] = json(depth: depth - 1, &random)
      }
      return .object(object)
    }
  }
}
