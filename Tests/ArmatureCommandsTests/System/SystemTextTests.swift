import ArmatureTesting
import Testing

@testable import ArmatureCommands

@Suite struct SystemTextTests {
  @Test(
    arguments: [
      ([], "", ""), ([0x61, 0xC3, 0xA9], "aé", "aé"), ([0xE9], "\u{10FEE9}", "\\xE9"),
      ([0x61, 0xC3], "a\u{10FEC3}", "a\\xC3"),
      ([0x80, 0xFF], "\u{10FE80}\u{10FEFF}", "\\x80\\xFF"),
      ([0xED, 0xA0, 0x80], "\u{10FEED}\u{10FEA0}\u{10FE80}", "\\xED\\xA0\\x80"),
      (
        [0xF4, 0x8F, 0xBB, 0xA9], "\u{10FEF4}\u{10FE8F}\u{10FEBB}\u{10FEA9}", "\\xF4\\x8F\\xBB\\xA9"
      ),
      ([0x0A, 0xF0, 0x9F, 0x98, 0x80, 0xF0], "\n😀\u{10FEF0}", "\\n😀\\xF0"),
    ] as [([UInt8], String, String)])
  func `bytes that are not UTF-8 have a text and a picture`(
    bytes: [UInt8], text: String, shown: String
  ) {
    #expect(String(systemBytes: bytes) == text)
    #expect(text.systemBytes == bytes && text.shown == shown)
    #expect(text.hasForeignBytes == shown.contains("\\x"))
  }

  @Test func `all bytes come back`() {
    var random = SplitMix64(seed: 1)
    let marks: [UInt8] = [0x41, 0x80, 0x8F, 0xBA, 0xBB, 0xBF, 0xC3, 0xE2, 0xED, 0xF0, 0xF4, 0xFF]
    for _ in 1...20_000 {
      let bytes = (0..<random.next() % 10).map { _ in
        let byte = UInt8(1 + random.next() % 255)
        return byte.isMultiple(of: 2) ? byte : marks[Int(random.next() % 12)]
      }
      let text = String(systemBytes: bytes)
      #expect(text.systemBytes == bytes)
      #expect(text.withSystemText { String(systemText: $0) } == text)
    }
  }

  @Test(arguments: [
    ("a/b.json", "a", "b.json", "b", "json"), ("b", ".", "b", "b", ""), ("/b", "/", "b", "b", ""),
    ("a/\u{301}b.\u{301}c", "a", "\u{301}b.\u{301}c", "\u{301}b", "\u{301}c"),
    ("a/.b", "a", ".b", ".b", ""), ("a/b.c.CSV", "a", "b.c.CSV", "b.c", "csv"),
  ])
  func `paths are cut at slashes and dots, whatever follows`(
    path: String, parent: String, last: String, stem: String, ending: String
  ) {
    #expect(path.parentPath == parent && path.lastPathPart == last)
    #expect(path.pathStem == stem && path.pathEnding == ending)
  }
}
