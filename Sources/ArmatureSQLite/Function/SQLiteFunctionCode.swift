import ArmatureModel
import ArmatureSQL

/// The first argument of a function: a number that encodes the operation and the kinds of the arguments and the result,
/// in eight bits each.
struct SQLiteFunctionCode {
  let number: Int64

  init(number: Int64) { self.number = number }

  init(_ operation: Int, options: FetchPredicate.Options = [], _ kinds: SQLKind?...) {
    var number = Int64(operation) | Int64(options.rawValue) << 8
    for (index, kind) in kinds.enumerated() {
      number |= Int64(Self.number(of: kind)) << (16 + 8 * index)
    }
    self.number = number
  }

  var operation: Int { Int(number & 0xFF) }
  var options: FetchPredicate.Options {
    FetchPredicate.Options(rawValue: UInt8(truncatingIfNeeded: number >> 8))
  }
  func kind(_ index: Int) -> SQLKind? {
    let position = Int(number >> (16 + 8 * index) & 0xFF)
    return Self.kinds.indices.contains(position) ? Self.kinds[position] : nil
  }

  private static let kinds: [SQLKind] = [
    .truth, .integer, .real, .decimal, .text, .date, .data, .uuid, .url, .day, .key(""),
  ]

  /// Lists have no number, because the context compares them.
  private static func number(of kind: SQLKind?) -> Int {
    let simple: SQLKind? = if case .key? = kind { .key("") } else { kind }
    return simple.flatMap { kinds.firstIndex(of: $0) } ?? 0xFF
  }
}
