import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Converts strings and numbers from data to values of attribute types.
///
/// A string of the wrong format, or a number that the type cannot represent, is a failure and not an error.
struct TextReader {
  let leniency: Leniency
  /// True to read numbers and dates in the forms of ``UnusualNumber``.
  var readsUnusual = false

  /// The accepted forms beyond JSON.
  enum Leniency: Comparable {
    case none
    /// Numbers and Booleans as strings, spelled as in JSON, and strings as numbers.
    case texts
    /// Booleans in other forms as well: `TRUE`, `False`, 1 and 0, `yes` and `no`.
    case otherForms
  }

  init(_ leniency: Leniency, readsUnusual: Bool = false) {
    (self.leniency, self.readsUnusual) = (leniency, readsUnusual)
  }

  /// Returns the Boolean for a string; `nil` if it is not a Boolean.
  private func truth(_ text: String) -> Bool? {
    switch leniency {
    case .none: nil
    case .texts: text == "true" ? true : text == "false" ? false : nil
    case .otherForms:
      switch text.lowercased() {
      case "true", "1", "yes": true
      case "false", "0", "no": false
      default: nil
      }
    }
  }

  /// Converts a string to a value of a type.
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
        // The message for a date without a time zone mentions time zones.
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
      // Without the parameter, blanks and other characters would be escaped, and the string changed.
      guard !text.isEmpty, let url = URL(string: text, encodingInvalidCharacters: false) else {
        return .failure(.badFormat(type), found)
      }
      return .value(.url(url))
    case .bool:
      guard let truth = truth(text) else { break }
      return .value(.bool(truth))
    case .int16, .int32, .int64, .decimal, .double, .float:
      var copy = text
      let outcome: ReadValue? = copy.withUTF8 { bytes in
        leniency > .none ? NumberText(bytes).map { value(of: $0, as: type) } : nil
      }
      if let outcome { return outcome }
    case .json:
      guard let value = JSONValueParser.value(of: text) else {
        return .failure(.badFormat(type), found)
      }
      return .value(.json(value))
    case .list, .composite, .enumeration, .transformable: break
    }
    return .failure(.wrongType(expected: type, found: "text"), found)
  }

  /// Converts a number to a value of a type.
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
        guard leniency > .none else { break }
        return .value(.string(number.spelling))
      case .bool:
        guard leniency == .otherForms, let truth = truth(number.spelling) else { break }
        return .value(.bool(truth))
      case .data, .uuid, .url, .zonedDate, .calendarDate, .json: break
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
  /// Returns the number as a value of a type that can represent it.
  fileprivate func value(as type: AttributeType) -> AttributeValue? {
    switch type.storage {
    case .double, .float: .double(number)
    case .date: .date(Date(timeIntervalSinceReferenceDate: number))
    case .decimal: self == .notANumber ? .decimal(.nan) : nil
    case .int16, .int32, .int64, .string, .bool, .data, .uuid, .url, .zonedDate, .calendarDate,
      .json:
      nil
    case .list, .composite, .enumeration, .transformable: nil
    }
  }
}

extension NumberText {
  /// The number as written, shortened to 40 characters.
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
