package import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension CSVFormat {
  /// Returns the text of a single value; `nil` if it has none.
  package func text(of value: AttributeValue, _ type: AttributeType?) -> String? {
    if case .bool(let truth) = value { return truth ? trueText : falseText }
    return value.cellText(type)
  }

  /// Returns the Boolean of a word of the format; `nil` for any other text.
  func truth(of text: String) -> Bool? {
    text.hasSameBytes(as: trueText) ? true : text.hasSameBytes(as: falseText) ? false : nil
  }

  /// True if Booleans have other words than in JSON.
  var hasOwnTruth: Bool { trueText != "true" || falseText != "false" }

  /// Returns whether a table can have a value in its encoding.
  package func keeps(_ value: AttributeValue, of type: AttributeType) -> Bool {
    if encoding?.isUnicode ?? true { return true }
    switch (value, type.storage) {
    case (.list(let values), .list(let element)):
      return values.allSatisfy { keeps($0, of: element) }
    case (.composite(let values), .composite(let elements)):
      return elements.allSatisfy { keeps(values[$0.name] ?? .null, of: $0.type) }
    default: return encoding?.contains(text(of: value, type) ?? "") ?? true
    }
  }
}

extension AttributeValue {
  /// Returns the text of a single value, as in JSON, or else a backslash and its ``unusualText``; `nil` for a value of
  /// several parts.
  package func cellText(_ type: AttributeType?) -> String? {
    switch self {
    case .null, .object, .objects, .composite, .list: nil
    case .bool(let value): value ? "true" : "false"
    case .int(let value): String(value)
    case .double(let value):
      if case .float? = type?.storage {
        Self.text { NumberText.write(Float(value), to: $0) } ?? signedText
      } else {
        Self.text { NumberText.write(value, to: $0) } ?? signedText
      }
    case .decimal(let value): Self.text { DecimalText.write(value, to: $0) } ?? signedText
    case .string(let value): value
    case .date(let value):
      (value.hasExactText ? Self.text { DateText.write(value, offset: nil, to: $0) } : nil)
        ?? signedText
    case .data(let value): value.base64EncodedString()
    case .uuid(let value): Self.text { UUIDText.write(value, to: $0) }
    case .url(let value): value.absoluteString
    case .zonedDate(let value): (value.date.hasExactText ? value.text : nil) ?? signedText
    case .calendarDate(let value): value.description
    case .json(let value): value.text
    }
  }

  /// Returns the text that a function writes; `nil` if it writes no bytes.
  private static func text(_ write: (UnsafeMutablePointer<UInt8>) -> Int) -> String? {
    let text = String(unsafeUninitializedCapacity: 512) { memory in
      memory.baseAddress.map(write) ?? 0
    }
    return text.isEmpty ? nil : text
  }

  private var signedText: String? { unusualText.map { "\\" + $0 } }
}
