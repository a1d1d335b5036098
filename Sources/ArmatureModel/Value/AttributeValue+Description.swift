#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension AttributeValue: CustomStringConvertible {
  /// The value as it is shown in messages. Text is quoted, escaped and shortened to 60 characters.
  ///
  /// For a composite, at most 20 elements are shown, to a depth of three. Nested elements count too. For a
  /// relationship, at most 20 objects are shown.
  public var description: String {
    var remaining = 20
    return text(depth: 3, &remaining)
  }

  private func text(depth: Int, _ remaining: inout Int) -> String {
    switch self {
    case .null: "no value"
    case .bool(let value): value ? "true" : "false"
    case .int(let value): value.description
    case .double(let value):
      // 1234567.0 is shown without the fraction; 1e+20 is left as it is.
      value == value.rounded() && value.magnitude < 1e15
        ? Int64(value).description : value.description
    case .decimal(let value): value.description
    case .string(let value): value.quotedForMessage
    case .date(let value): DateText.shown(value)
    case .data(let value): "\(value.count) bytes"
    case .uuid(let value): value.uuidString
    case .url(let value): value.absoluteString.quotedForMessage
    case .zonedDate(let value): value.description
    case .calendarDate(let value): value.description
    case .list(let values):
      "[" + values.prefix(20).map { $0.text(depth: depth, &remaining) }.joined(separator: ", ")
        + (values.count > 20 ? ", …]" : "]")
    case .composite(let elements):
      Self.text(of: elements, depth: depth, &remaining)
    case .object(let id): id.description
    case .objects(let ids):
      "[" + ids.prefix(20).map(\.description).joined(separator: ", ")
        + (ids.count > 20 ? ", …]" : "]")
    }
  }

  /// Returns the elements by name, truncated if they are many or deeply nested.
  private static func text(
    of elements: [String: AttributeValue], depth: Int, _ remaining: inout Int
  ) -> String {
    if depth == 0 && !elements.isEmpty { return "{…}" }
    var parts: [String] = []
    for (name, value) in elements.sorted(by: { $0.key < $1.key }) {
      if remaining == 0 {
        parts.append("…")
        break
      }
      remaining -= 1
      parts.append("\(name): \(value.text(depth: depth - 1, &remaining))")
    }
    return "{" + parts.joined(separator: ", ") + "}"
  }
}
