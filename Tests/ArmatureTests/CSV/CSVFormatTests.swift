import ArmatureModel
import Foundation
import Testing

@testable import Armature

@Suite struct CSVFormatTests {
  @Test(
    arguments: [
      ("é", .latin1, true), ("€", .latin1, false), ("€", .windows1252, true),
      ("Ł", .windows1252, false), ("Ł", .utf16, true), ("Ł", nil, true),
    ] as [(String, CSVFormat.Encoding?, Bool)])
  func `values with characters that the encoding lacks are not kept`(
    text: String, encoding: CSVFormat.Encoding?, isKept: Bool
  ) {
    let format = CSVFormat(encoding: encoding)
    let box = AttributeType.composite([AttributeDescription("label", .list(.string))])
    #expect(format.keeps(.string(text), of: .string) == isKept)
    #expect(format.keeps(.list(["a", .string(text)]), of: .list(.string)) == isKept)
    #expect(format.keeps(.composite(["label": .list([.string(text)])]), of: box) == isKept)
    #expect(format.keeps(.double(.nan), of: .double) && format.keeps(.null, of: .string))
  }

  @Test(
    arguments: [
      (CSVFormat(), nil), (CSVFormat(nullText: "\\N", trueText: "1", falseText: "0"), nil),
      (CSVFormat(listSeparator: "\r\n"), nil),
      (
        CSVFormat(listSeparator: "\\"),
        "listSeparator must have no backslash, which escapes it, but has one"
      ),
      (
        CSVFormat(listSeparator: "🇩🇩"),
        "listSeparator must not end in the way that it starts, but does"
      ),
      (
        CSVFormat(listSeparator: "☑", encoding: .windows1252),
        "listSeparator must be a character of the encoding, but is not"
      ),
      (CSVFormat(nullText: ""), "nullText must have a character, but is empty"),
      (
        CSVFormat(nullText: "a;b"),
        "nullText must have no delimiter, quotation mark or line break, but has one"
      ),
      (
        CSVFormat(nullText: "\\E"),
        "nullText must not start with a backslash, which starts signs, but is \"\\\\E\""
      ),
      (
        CSVFormat(falseText: "true"),
        "falseText must be another text than that of true, but is \"true\", too"
      ),
      (
        CSVFormat(nullText: "no", falseText: "no"),
        "nullText must be another text than that of false, but is \"no\", too"
      ),
      (
        CSVFormat(trueText: "☑", encoding: .latin1),
        "trueText must have only characters of the encoding, but is \"☑\""
      ),
    ] as [(CSVFormat, String?)])
  func `settings that make cells ambiguous are issues`(format: CSVFormat, issue: String?) {
    #expect(format.issue.map { "\($0.setting) \($0.text)" } == issue)
  }
}
