import Armature
import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The properties that the texts of a key have in common.
struct ExampleTexts {
  private(set) var count = 0
  /// The number of characters of the longest text.
  private(set) var longest = 0
  private(set) var hasEmptyText = false
  /// The different texts with their numbers, in order of appearance; `nil` if there are more than ``mostChoices``.
  private(set) var choices: [(text: String, count: Int)]? = []
  /// The forms that all texts have.
  private var forms: Forms = .all
  /// The first and the last text in the order of characters, as long as all texts are dates.
  private var bounds: (least: String, most: String)?

  /// The largest number of values of an enumeration.
  static let mostChoices = 10

  /// The types that write each of the texts in the same way as the file does.
  private struct Forms: OptionSet {
    let rawValue: UInt8
    static let date = Self(rawValue: 1)
    static let zonedDate = Self(rawValue: 2)
    static let calendarDate = Self(rawValue: 4)
    static let uuid = Self(rawValue: 8)
    static let url = Self(rawValue: 16)
    static let all: Self = [.date, .zonedDate, .calendarDate, .uuid, .url]
    static let dates: Self = [.date, .zonedDate, .calendarDate]
  }

  /// The type of the texts. It is `String` unless each text has the exact form of another type.
  ///
  /// If the text is always the same, it does not prove a form.
  var type: AttributeType {
    if count == 0 || count > 1 && choices?.count == 1 { return .string }
    if forms.contains(.date) { return .date }
    if forms.contains(.zonedDate) { return .zonedDate }
    if forms.contains(.calendarDate) { return .calendarDate }
    if forms.contains(.uuid) { return .uuid }
    return forms.contains(.url) ? .url : .string
  }

  /// The first and the last date, as text; `nil` if the texts are not all dates.
  var dates: (least: String, most: String)? { forms.isDisjoint(with: .dates) ? nil : bounds }

  mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
    count += 1
    let text = String(decoding: bytes, as: UTF8.self)
    longest = max(longest, text.count)
    if bytes.isEmpty { hasEmptyText = true }
    addChoice(text)
    if forms.isEmpty { return }
    checkForms(of: text)
    if forms.isDisjoint(with: .dates) { return }
    bounds = bounds.map { (min($0.least, text), max($0.most, text)) } ?? (text, text)
  }

  private mutating func addChoice(_ text: String) {
    guard let known = choices else { return }
    if let place = known.firstIndex(where: { $0.text.hasSameBytes(as: text) }) {
      choices?[place].count += 1
    } else if known.count == Self.mostChoices || text.utf8.count > 40 {
      choices = nil
    } else {
      choices?.append((text, 1))
    }
  }

  private mutating func checkForms(of text: String) {
    func check(_ form: Forms, _ hasForm: () -> Bool) {
      if forms.contains(form), !hasForm() { forms.remove(form) }
    }
    // All of these forms have at least 8 characters, and no text is expensive to check.
    if text.utf8.count < 8 || text.utf8.count > 2_000 {
      forms = []
      return
    }
    check(.date) { DateText.parse(text).flatMap { DateText.string($0.date) } == text }
    check(.zonedDate) { ZonedDate(text)?.text == text }
    check(.calendarDate) { CalendarDate(text)?.description == text }
    check(.uuid) { UUID(uuidString: text)?.uuidString == text }
    check(.url) {
      text.contains("://")
        && URL(string: text, encodingInvalidCharacters: false)?.absoluteString == text
    }
  }
}
