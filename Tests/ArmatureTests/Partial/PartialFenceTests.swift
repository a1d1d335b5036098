import Armature
import Testing

/// Markdown code fences around a document.
@Suite struct PartialFenceTests {
  private func document(_ text: String, inBytes: Bool) throws -> (PartialDocument, [String]) {
    let model = try ManagedObjectModel("Notes") {
      Entity("Note") { Attribute("text", String.self) }
    }
    let document = try PartialDocument(model, as: "Note")
    var told: [ValidationFailure] = []
    if inBytes {
      for byte in text.utf8 { told += document.append(CollectionOfOne(byte)) }
    } else {
      told += document.append(text)
    }
    let lines = told.map { "\($0.source?.line ?? 0):\($0.source?.column ?? 0) \($0.message)" }
    return (document, lines)
  }

  @Test(arguments: [
    "```json\n{\"text\": \"a\"}\n```", "```\n{\"text\": \"a\"}```\n",
    " \n````json \r\n{\"text\": \"a\"}\n`````",
    "\u{FEFF}```json\n{\"text\": \"a\"}", "\n {\"text\": \"a\"} \n",
  ])
  func `white space and a fence are skipped`(text: String) throws {
    for inBytes in [false, true] {
      let (document, told) = try document(text, inBytes: inBytes)
      #expect(told.isEmpty)
      try document.finish()
      #expect(document.object?["text"] == "a")
    }
  }

  @Test(arguments: [
    ("Here is it: {}", "1:1 A value is expected here, but the text has the word “Here”."),
    ("``{}", "1:1 A value is expected here, but the text has “`”."),
    ("```{\"text\": \"a\"}```", "1:1 A value is expected here, but the text has “`”."),
    ("{\"text\": \"a\"}\n```", "2:1 The end of the text is expected here, but the text has “`”."),
    (
      "```\n{\"text\": \"a\"}\n```\nI hope",
      "4:1 The end of the text is expected here, but the text has “I”."
    ),
    (
      "````\n{\"text\": \"a\"}\n``` ",
      "3:1 The end of the text is expected here, but the text has “`”."
    ),
  ])
  func `other text is a failure at its place`(text: String, message: String) throws {
    for inBytes in [false, true] {
      let (document, told) = try document(text, inBytes: inBytes)
      #expect(told == [message])
      let report = #expect(throws: ValidationReport.self) { try document.finish() }
      #expect(report?.hasSyntaxErrors == true)
    }
  }

  @Test func `the places in a fence are those of the text`() throws {
    let (_, told) = try document("```json\n{\"text\": 5}", inBytes: true)
    #expect(told == ["2:10 Note.text must be text, but is 5."])
  }
}
