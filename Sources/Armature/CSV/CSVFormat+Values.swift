package import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension CSVFormat {
  /// Returns the cell of a list of strings; `nil` if they could not be separated again.
  func cell(of texts: [String]) -> String? {
    let cell = texts.joined(separator: String(listSeparator))
    if let separator = listSeparator.asciiValue, separator > 0x20, !texts.isEmpty,
      texts.allSatisfy({ $0.isApart(from: separator) })
    {
      return cell
    }
    // Neither could a string that combines with the characters before or after it.
    let isApart =
      texts.allSatisfy { !$0.contains(listSeparator) }
      && cell.split(separator: listSeparator, omittingEmptySubsequences: false).count
        == texts.count
    return isApart ? cell : nil
  }

  /// Returns whether writing a value as a cell and reading it back preserves it. If the value identifies objects,
  /// this must also hold for a list of them.
  package func keeps(_ value: AttributeValue, of attribute: AttributeDescription) -> Bool {
    switch (value, attribute.type.storage) {
    case (.null, _): true
    case (.list(let values), .list(let type)):
      values.isEmpty || isList(values.map { $0.cellText(type) })
    case (.composite(let values), .composite(let elements)):
      elements.allSatisfy { element in
        let value = values[element.name] ?? .null
        // A missing element gets its default when it is read, in any form.
        return value.isNull ? element.defaultValue == nil : keeps(value, of: element)
      }
    default:
      value.cellText(attribute.type).map { text in
        !attribute.isIdentifying || !text.isEmpty && isList([text, text])
      } ?? false
    }
  }

  private func isList(_ texts: [String?]) -> Bool {
    !texts.isEmpty && !texts.contains(nil) && cell(of: texts.map { $0 ?? "" }) != nil
  }
}

extension String {
  fileprivate func isApart(from separator: UInt8) -> Bool {
    var text = self
    return text.withUTF8 { $0.isApart(from: separator) }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns whether text can be separated again from an ASCII sign, judged by its bytes. Also false if that requires a
  /// look at its characters.
  ///
  /// No character below U+0300 combines with an adjacent one, except for CR with LF.
  func isApart(from separator: UInt8) -> Bool {
    guard let first else { return true }
    guard let last = last(where: { $0 & 0xC0 != 0x80 }), first < 0xCC, last < 0xCC else {
      return false
    }
    for byte in self where byte == separator { return false }
    return true
  }
}

extension AttributeValue {
  /// Returns the text of a value, as in JSON; `nil` for a value without one.
  package func cellText(_ type: AttributeType?) -> String? {
    switch self {
    case .null, .object, .objects, .composite, .list: nil
    case .bool(let value): value ? "true" : "false"
    case .int(let value): String(value)
    case .double(let value):
      if case .float? = type?.storage {
        Self.text { NumberText.write(Float(value), to: $0) }
      } else {
        Self.text { NumberText.write(value, to: $0) }
      }
    case .decimal(let value): Self.text { DecimalText.write(value, to: $0) }
    case .string(let value): value
    case .date(let value): Self.text { DateText.write(value, offset: nil, to: $0) }
    case .data(let value): value.base64EncodedString()
    case .uuid(let value): Self.text { UUIDText.write(value, to: $0) }
    case .url(let value): value.absoluteString
    case .zonedDate(let value): value.text
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
}
