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
  let leniency: Leniency
  /// Whether numbers and dates may stand as ``UnusualNumber`` says.
  var readsUnusual = false

  /// Which other forms than those of JSON are read.
  enum Leniency: Comparable {
    case none
    /// Numbers and truth values as texts, spelled as in JSON, and texts as numbers.
    case texts
    /// The truth values of others, too: `TRUE`, `False`, 1 and 0.
    case otherForms
  }

  init(_ leniency: Leniency, readsUnusual: Bool = false) {
    (self.leniency, self.readsUnusual) = (leniency, readsUnusual)
  }

  /// The truth value of a text; `nil` for one that is not read as any.
  private func truth(_ text: String) -> Bool? {
    switch leniency {
    case .none: nil
    case .texts: text == "true" ? true : text == "false" ? false : nil
    case .otherForms:
      switch text.lowercased() {
      case "true", "1": true
      case "false", "0": false
      default: nil
      }
    }
  }

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
      guard let truth = truth(text) else { break }
      return .value(.bool(truth))
    case .int16, .int32, .int64, .decimal, .double, .float:
      var copy = text
      let outcome: ReadValue? = copy.withUTF8 { bytes in
        leniency > .none ? NumberText(bytes).map { value(of: $0, as: type) } : nil
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
        guard leniency > .none else { break }
        return .value(.string(number.spelling))
      case .bool:
        guard leniency == .otherForms, let truth = truth(number.spelling) else { break }
        return .value(.bool(truth))
      case .data, .uuid, .url, .zonedDate, .calendarDate: break
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
