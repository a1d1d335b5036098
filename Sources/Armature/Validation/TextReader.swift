import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Takes texts and numbers of data as values of attribute types.
///
/// A text of another form, or a number that the type cannot hold, is a failure and not an error.
struct TextReader {
  /// Whether numbers and truth values may be written as text, and text as a number.
  let isLenient: Bool
  /// Whether numbers and dates may stand as ``UnusualNumber`` says.
  var readsUnusual = false

  /// Takes a text as a value of a type.
  func value(of text: String, as type: AttributeType) -> ReadValue {
    let found = AttributeValue.string(text)
    if readsUnusual, let value = UnusualNumber(rawValue: text)?.value(as: type) {
      return .value(value)
    }
    switch type.storage {
    case .string: return .value(found)
    case .date:
      guard let (date, _) = DateText.parse(text) else { return .failure(.badDate, found) }
      return .value(.date(date))
    case .zonedDate:
      guard let date = ZonedDate(text) ?? (readsUnusual ? ZonedDate(unusual: text) : nil) else {
        // A date without a zone gets a message about zones.
        return .failure(ZonedDate.startsWithDate(text) ? .badFormat(type) : .badDate, found)
      }
      return .value(.zonedDate(date))
    case .calendarDate:
      guard let date = CalendarDate(text) else { return .failure(.badFormat(type), found) }
      return .value(.calendarDate(date))
    case .uuid:
      var text = text
      guard let uuid = text.withUTF8({ UUIDText.parse($0) }) else {
        return .failure(.badFormat(type), found)
      }
      return .value(.uuid(uuid))
    case .data:
      var text = text
      guard let data = text.withUTF8({ Base64Text.parse($0) }) else {
        return .failure(.badFormat(type), found)
      }
      return .value(.data(data))
    case .url:
      // Without the parameter, blanks and the like would be escaped, and the text changed.
      guard !text.isEmpty, let url = URL(string: text, encodingInvalidCharacters: false) else {
        return .failure(.badFormat(type), found)
      }
      return .value(.url(url))
    case .bool:
      guard isLenient, text == "true" || text == "false" else { break }
      return .value(.bool(text == "true"))
    case .int16, .int32, .int64, .decimal, .double, .float:
      var copy = text
      let outcome: ReadValue? = copy.withUTF8 { bytes in
        isLenient ? NumberText(bytes).map { value(of: $0, as: type) } : nil
      }
      if let outcome { return outcome }
    case .list, .composite, .enumeration, .transformable: break
    }
    return .failure(.wrongType(expected: type, found: "text"), found)
  }

  /// Takes a number as a value of a type.
  func value(of number: NumberText, as type: AttributeType) -> ReadValue {
    do {
      switch type.storage {
      case .int16, .int32, .int64:
        let value = try number.int64()
        guard type.integerBounds?.contains(value) == true else {
          return .failure(.outOfRange(type, text: number.spelling), .int(value))
        }
        return .value(.int(value))
      case .double: return .value(.double(try number.double()))
      case .float: return .value(.double(Double(try number.float())))
      case .decimal: return .value(.decimal(try number.decimal()))
      case .date:
        guard readsUnusual else { break }
        return .value(.date(Date(timeIntervalSinceReferenceDate: try number.double())))
      case .string:
        guard isLenient else { break }
        return .value(.string(number.spelling))
      case .bool, .data, .uuid, .url, .zonedDate, .calendarDate: break
      case .list, .composite, .enumeration, .transformable: break
      }
      return .failure(.wrongType(expected: type, found: "number"), number.plainValue)
    } catch {
      switch error {
      case .inexact: return .failure(.inexact(type, text: number.spelling), number.plainValue)
      case .outOfRange, .notANumber:
        return .failure(.outOfRange(type, text: number.spelling), number.plainValue)
      }
    }
  }
}

extension UnusualNumber {
  /// The number as a value of a type that has it.
  fileprivate func value(as type: AttributeType) -> AttributeValue? {
    switch type.storage {
    case .double, .float: .double(number)
    case .date: .date(Date(timeIntervalSinceReferenceDate: number))
    case .decimal: self == .notANumber ? .decimal(.nan) : nil
    case .int16, .int32, .int64, .string, .bool, .data, .uuid, .url, .zonedDate, .calendarDate: nil
    case .list, .composite, .enumeration, .transformable: nil
    }
  }
}

extension NumberText {
  /// The number as it stands in the text, shortened to 40 characters.
  var spelling: String {
    let text = String(decoding: text.prefix(40), as: UTF8.self)
    return self.text.count > 40 ? text + "…" : text
  }

  /// The number as a value, for messages.
  var plainValue: AttributeValue {
    if let integer = try? int64() { return .int(integer) }
    return (try? double()).map(AttributeValue.double) ?? .null
  }
}
