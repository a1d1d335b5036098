import Armature
import Foundation
import Testing

@Suite struct JSONTextTests {
  @Test func `a text has the bytes it was made of`() {
    for content in ["", "x", "[1, 2]", String(repeating: "é", count: 10_000)] {
      let texts = [JSONText(content), JSONText(Array(content.utf8)), JSONText(Data(content.utf8))]
      for text in texts {
        #expect(text.count == content.utf8.count)
        #expect(text.withBytes { $0.elementsEqual(content.utf8) })
        #expect(text.name == "JSON")
      }
    }
    // A slice of data does not start at index 0.
    let slice = JSONText(Data("xx[1]".utf8).dropFirst(2))
    #expect(slice.withBytes { $0.elementsEqual("[1]".utf8) })
  }

  @Test func `a part of a text is found by its offsets`() {
    let text = JSONText("{\"é\": 12}")
    #expect(text.string(in: 7..<9) == "12")
    #expect(text.string(in: -5..<2) == "{\"")
    #expect(text.string(in: 8..<99) == "2}")
    #expect(text.string(in: 50..<99) == "")
  }

  @Test(arguments: [0, 1, 15, 16, 17, 65_535, 65_536, 65_537, 200_000])
  func `a file of any size is read whole`(size: Int) throws {
    let content = String(repeating: "7", count: size)
    try withFile(content) { path throws in
      let text = try JSONText.file(path)
      #expect(text.name == path)
      #expect(text.withBytes { $0.elementsEqual(content.utf8) })
      #expect(try JSONText.file(path, name: "books.json").name == "books.json")
    }
  }

  @Test func `a file without a size is read whole`() throws {
    let text = try JSONText.file("/proc/self/status", name: "status")
    #expect(text.string(in: 0..<5) == "Name:")
  }

  @Test func `a file that cannot be read is an error with the reason`() {
    func message(_ path: String) -> String {
      do throws(FileReadError) {
        return "read \(try JSONText.file(path).count) bytes"
      } catch {
        return error.description
      }
    }
    #expect(message("/no/such.json") == "/no/such.json must be a file, but no file has this path.")
    #expect(message("/etc/passwd/x") == "/etc/passwd/x must be a file, but no file has this path.")
    #expect(message("/etc") == "/etc must be a file, but is a folder.")
    #expect(throws: FileReadError(path: "other", reason: .folder)) {
      try JSONText.file("/etc", name: "other")
    }
    #expect(message("") == #""" must be a file, but no file has this path."#)
    #expect(
      message("/etc/passwd\u{0}.json")
        == "/etc/passwd\u{0}.json must be a file, but no file has this path.")
    let forbidden = FileReadError(path: "a.json", reason: .forbidden)
    #expect(
      forbidden.description == "a.json must be readable, but its permissions forbid it.")
    let broken = FileReadError(path: "a.json", reason: .system(5))
    #expect(
      broken.description
        == "a.json must be readable, but the system says “Input/output error”.")
  }
}

@Suite struct JSONLinesTests {
  private let content = "\u{FEFF}{\"a\": 1}\n\n[2,\r\n3]\n\"x\"\n{\"ö\": [4 5]}\n6"
  private let expected = [
    "1:1 {\"a\": 1}", "3:4 A value is expected here, but the line ends.",
    "4:2 The end of the text is expected here, but the text has “]”.", "5:1 \"x\"",
    "6:10 A comma or “]” is expected here, but the text has “5”.", "7:1 6",
  ]

  @Test(arguments: [1, 2, 3, 7, 8, 9, 16, 30, 1_000])
  func `portions of any size give the same lines and places`(chunkSize: Int) throws {
    try withFile(content) { path throws in
      let found = try read(path, chunkSize: chunkSize)
      #expect(found == expected)
    }
  }

  @Test func `a file without lines gives none`() throws {
    try withFile("") { path throws in #expect(try read(path, chunkSize: 8) == []) }
    try withFile("\n\n \n") { path throws in #expect(try read(path, chunkSize: 2) == []) }
  }

  @Test func `a line that is too long is an error with its number`() throws {
    try withFile("1\n22\n\"\(String(repeating: "x", count: 500))\"\n3\n") { path throws in
      var lines = try JSONLines(path: path, name: "long.json", chunkSize: 8, longestLine: 100)
      _ = try lines.next()
      do throws(FileReadError) {
        while try lines.next() != nil {}
        Issue.record("a line of 502 bytes was read")
      } catch {
        #expect(
          error.description
            == "long.json must have at most 100 bytes per line, but line 3 has more.")
      }
    }
  }

  @Test(arguments: [8, 64, 90, 1_000])
  func `a line is too long whatever portion it is read in`(chunkSize: Int) throws {
    let text =
      "1\n\"\(String(repeating: "x", count: 98))\"\n\"\(String(repeating: "x", count: 99))\"\n3\n"
    try withFile(text) { path throws in
      let error = #expect(throws: FileReadError.self) {
        var lines = try JSONLines(path: path, chunkSize: chunkSize, longestLine: 100)
        while try lines.next() != nil {}
      }
      #expect(error?.reason == .lineTooLong(line: 3, limit: 100))
    }
  }

  @Test func `memory does not grow with the file`() throws {
    let line = "{\"title\": \"The title of a book\", \"pages\": 100}\n"
    try withFile(String(repeating: line, count: 20_000)) { path throws in
      var lines = try JSONLines(path: path, chunkSize: 4_096)
      var (count, longest) = (0, 0)
      while let text = try lines.next() {
        longest = max(longest, text.count)
        var cursor = JSONCursor(linesOf: text)
        while cursor.nextLine() {
          try cursor.skipValue()
          try cursor.finish()
          count += 1
        }
      }
      #expect(count == 20_000)
      #expect(longest <= 4_096 + line.utf8.count)
    }
  }

  private func read(_ path: String, chunkSize: Int) throws -> [String] {
    var lines = try JSONLines(path: path, chunkSize: chunkSize)
    var found: [String] = []
    while let text = try lines.next() {
      var cursor = JSONCursor(linesOf: text)
      while cursor.nextLine() {
        let start = cursor.offset
        do throws(JSONSyntaxError) {
          try cursor.skipValue()
          found.append("\(text.position(of: start)) \(text.string(in: start..<cursor.offset))")
          try cursor.finish()
        } catch {
          if error.kind == .unexpected("]", expected: .endOfText) { found.removeLast() }
          found.append("\(text.position(of: error.offset)) \(error.message)")
        }
      }
    }
    return found
  }
}
