import Armature
import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension AttributeType {
  /// Returns the value of the type for a JSON value. Returns `nil` if the JSON value does not have this type.
  func value(of node: SchemaNode) -> AttributeValue? {
    switch (storage, node.value) {
    case (.bool, .bool(let bool)): return .bool(bool)
    case (_, .number(let number)): return value(ofNumber: number)
    case (.decimal, .string(let text)): return SchemaNumber.decimal(text).map { .decimal($0) }
    case (.string, .string(let text)): return .string(text)
    case (.date, .string(let text)): return DateText.parse(text).map { .date($0.date) }
    case (.zonedDate, .string(let text)): return ZonedDate(text).map { .zonedDate($0) }
    case (.calendarDate, .string(let text)): return CalendarDate(text).map { .calendarDate($0) }
    case (.uuid, .string(let text)): return UUID(uuidString: text).map { .uuid($0) }
    case (.url, .string(let text)): return URL(string: text).map { .url($0) }
    case (.data, .string(let text)): return Data(base64Encoded: text).map { .data($0) }
    case (.list(let element), .array(let nodes)):
      let values = nodes.compactMap { element.value(of: $0) }
      return values.count == nodes.count ? .list(values) : nil
    default: return nil
    }
  }

  private func value(ofNumber text: String) -> AttributeValue? {
    switch storage {
    case .int16, .int32, .int64:
      guard let number = SchemaNumber.integer(text), integerBounds?.contains(number) ?? false
      else { return nil }
      return .int(number)
    case .double: return SchemaNumber.double(text).map { .double($0) }
    case .float:
      return Float(text).flatMap { $0.isFinite ? .double(Double($0)) : nil }
    case .decimal: return SchemaNumber.decimal(text).map { .decimal($0) }
    default: return nil
    }
  }
}
