import Armature
import Foundation
import TestSupport
import Testing

@testable import ArmatureImport

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct MarkupScannerTests {
  private static func root(
    _ text: String, _ limits: MarkupScanner.Limits = .init()
  ) throws(MarkupError) -> MarkupElement {
    try root(Array(text.utf8), limits)
  }

  private static func root(
    _ bytes: [UInt8], _ limits: MarkupScanner.Limits = .init()
  ) throws(MarkupError) -> MarkupElement {
    try bytes.withUnsafeBufferPointer { bytes throws(MarkupError) in
      try MarkupScanner.root(of: bytes, limits: limits)
    }
  }

  @Test func `elements, attributes, references, sections and comments are read`() throws {
    let root = try Self.root(
      """
      \u{FEFF}<?xml version="1.0" encoding="UTF-8"?>
      <!-- none -->
      <a x='1 &lt;&#65;&#x1F600;' y = "p
      q">one<b/><!-- <c/> --><![CDATA[<&>]]>&amp;<ü:c-1.d z="">two</ü:c-1.d ></a>
      <!-- at the end -->

      """)
    #expect(root.attributes.map(\.value) == ["1 <A😀", "p q"])
    #expect(root.children.map(\.name) == ["b", "ü:c-1.d"])
    #expect(root.text == "one<&>&" && root.children[1].text == "two")
    #expect(root.position == TextPosition(line: 3, column: 1))
    #expect(root.attributes[1].position == TextPosition(line: 3, column: 29))
    #expect(root.children[1].position == TextPosition(line: 4, column: 44))
  }

  @Test(arguments: [
    ("", "1:1", "Expected an element, but the text ends."),
    ("<a>", "1:4", "Expected </a>, but the text ends."),
    ("<a", "1:3", "The tag <a> must end with >, but the text ends."),
    ("<a>\n </b>", "2:2", "Expected </a>, but found </b>."),
    ("</a>", "1:1", "Expected an element, but found </a>."),
    ("text", "1:1", "Expected an element, but found something else."),
    ("<a/><b/>", "1:5", "Expected nothing after the last element, but found more."),
    ("<a b=\"1\" b=\"2\"/>", "1:10", "<a> must have each attribute once, but has b twice."),
    ("<a b=1/>", "1:6", "The value of b must be in quotes, but is not."),
    ("<a b/>", "1:5", "Expected = after b."),
    ("<a b=\"1\"c=\"\"/>", "1:9", "Expected a blank before an attribute, but found none."),
    ("<a b=\"<\"/>", "1:7", "A value must have &lt; in place of <, but has <."),
    (
      "<a b=\"&x;\"/>", "1:7",
      "Expected only the entities of XML itself, but found \"&x;\"."
    ),
    ("<a b=\"&\"/>", "1:7", "A value must have &amp; in place of &, but has &."),
    ("<a>&#0;</a>", "1:4", "&#0; must represent a character, but does not."),
    ("<a>\u{1}</a>", "1:4", "Expected no control characters, but found one."),
    ("<a><!-- </a>", "1:4", "A comment must end with -->, but the text ends."),
    ("<![CDATA[x]]>", "1:2", "Expected the name of an element, but found none."),
    ("<1/>", "1:2", "Expected the name of an element, but found none."),
    (
      "<?xml version='1.0' encoding='latin1'?><a/>", "1:1",
      "The text must be in UTF-8, but says that it is in \"latin1\"."
    ),
    (
      "<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>", "1:1",
      "A model must not have a document type (<!DOCTYPE). Remove it."
    ),
  ])
  func `what is no XML is told with its place`(text: String, place: String, message: String) {
    let error = #expect(throws: MarkupError.self) { try Self.root(text) }
    #expect(error.map { "\($0.position)" } == place)
    #expect(error?.message == message)
  }

  @Test func `other encodings are refused`() {
    let texts: [[UInt8]] = [
      [0xFF, 0xFE] + "<a/>".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] },
      [0x00, 0x3C, 0x00, 0x61], Array("<a b=\"\n".utf8) + [0xE4] + Array("\"/>".utf8),
    ]
    let errors = texts.map { text in
      #expect(throws: MarkupError.self) { try Self.root(text) }
    }
    #expect(errors.allSatisfy { $0?.message.hasPrefix("The text must be in UTF-8, but ") == true })
    #expect(errors[2]?.position == TextPosition(line: 2, column: 1))
  }

  @Test func `limits end what is too deep or too much, without the stack`() {
    let deep = String(repeating: "<a>", count: 100_000)
    #expect(throws: MarkupError.self) { try Self.root(deep) }
    let many = "<a>" + String(repeating: "<b/>", count: 20) + "</a>"
    #expect(throws: MarkupError.self) { try Self.root(many, .init(parts: 20)) }
    #expect(throws: Never.self) { try Self.root(many, .init(parts: 21)) }
    let types = "<!DOCTYPE plist PUBLIC \"x\" \"http://x\"><a/>"
    #expect(throws: Never.self) { try Self.root(types, .init(allowsDocumentType: true)) }
    #expect(throws: MarkupError.self) {
      try Self.root("<!DOCTYPE a [<!ENTITY b \"c\">]><a/>", .init(allowsDocumentType: true))
    }
  }

  @Test func `no beginning of a text and no changed byte traps`() throws {
    let text = Array(
      "<?xml version=\"1.0\"?><!--c--><a b='&lt;&#9;'>t<![CDATA[x]]><c/>&amp;</a>\n".utf8)
    for end in text.indices {
      // The last byte is a line break after the root.
      if end < text.count - 1 {
        #expect(throws: MarkupError.self) { try Self.root(Array(text[..<end])) }
      }
      for byte: UInt8 in [0, 0x3C, 0x3E, 0x26, 0x22, 0x27, 0x2F, 0x21, 0x5B, 0xFF, 0x0A] {
        var changed = text
        changed[end] = byte
        _ = try? Self.root(changed)
      }
    }
  }

  @Test(
    .enabled(if: XcodeCorpus.shared != nil, "The models of public projects are not there."))
  func `files are read as the reader of Foundation reads them`() throws {
    let entries = try XcodeCorpus.entries().filter { $0.kind == "contents" }
    for (number, entry) in entries.enumerated() where number % 40 == 0 {
      let data = try Data(contentsOf: URL(filePath: entry.path))
      let parser = XMLParser(data: data)
      let events = Events()
      parser.delegate = events
      #expect(parser.parse())
      #expect(try Events.lines(of: Self.root(Array(data))) == events.lines, "\(entry)")
    }
  }
}

/// The tags of a text, one per line.
private final class Events: NSObject, XMLParserDelegate {
  var lines: [String] = []

  private static func line(_ name: String, _ attributes: [String: String]) -> String {
    "<\(name) \(attributes.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })>"
  }

  static func lines(of element: MarkupElement) -> [String] {
    let attributes = element.attributes.map { ($0.name, $0.value) }
    return [line(element.name, Dictionary(uniqueKeysWithValues: attributes))]
      + element.children.flatMap(lines) + ["</\(element.name)>"]
  }

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String] = [:]
  ) {
    lines.append(Self.line(element, attributes))
  }

  func parser(
    _ parser: XMLParser, didEndElement element: String, namespaceURI: String?,
    qualifiedName: String?
  ) {
    lines.append("</\(element)>")
  }
}
