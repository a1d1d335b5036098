import Armature
import Foundation
import TestSupport
import Testing

@Suite struct JSONHostileTests {
  @Test func `a document cut at any byte is an error at or before the cut`() {
    let bytes = Array(richDocument.utf8)
    let end = (bytes.lastIndex(of: 0x7D) ?? 0) + 1
    for length in 0..<bytes.count {
      let errors = SyntaxErrors(of: JSONText(Array(bytes.prefix(length))))
      #expect(errors.byTokens == errors.bySkipping)
      #expect((errors.byTokens == nil) == (length >= end))
      #expect(errors.byTokens?.offset ?? 0 <= length)
    }
  }

  @Test func `flipped bits never trap, and validity is that of Foundation`() {
    var random = SplitMix64(seed: 21)
    let original = Array(richDocument.utf8)
    for _ in 0..<4_000 {
      var bytes = original
      for _ in 0..<(random.next() % 3 + 1) {
        let place = Int(random.next() % UInt64(bytes.count))
        bytes[place] ^= 1 << UInt8(random.next() % 8)
      }
      expectAgreement(bytes)
    }
  }

  @Test func `random tokens never trap, and validity is that of Foundation`() {
    var random = SplitMix64(seed: 22)
    let tokens = [
      "{", "}", "[", "]", ",", ":", " ", "\n", "\"a\"", "\"\"", "1", "-1.5e3", "0", "true", "false",
      "null", "\"\\u00e9\"", "\"é\"", "nul", "-", "\"", "\\", "01", "1.", "\t",
    ]
    for _ in 0..<4_000 {
      let count = Int(random.next() % 10) + 1
      let text = (0..<count).map { _ in tokens.randomElement(using: &random) ?? "" }.joined()
      expectAgreement(Array(text.utf8))
    }
  }

  @Test func `random well-formed documents are read as Foundation reads them`() throws {
    var random = SplitMix64(seed: 23)
    for _ in 0..<300 {
      let text = randomDocument(depth: 0, using: &random)
      let tree = try JSONTree.read(text)
      let value = try JSONSerialization.jsonObject(
        with: Data(text.utf8), options: .fragmentsAllowed)
      #expect(agrees(tree, with: value))
      try JSONTree.skip(JSONText(text))
    }
  }

  @Test(
    arguments: [
      // Foundation also reads other encodings; this library reads only UTF-8.
      ([0xFF, 0xFE, 0x31, 0x00], true, false),
      ([0x5B, 0x00, 0x5D, 0x00], true, false),
      // Foundation and this library accept DEL; RFC 8259 forbids only characters below U+0020.
      ([0x22, 0x7F, 0x22], true, true),
      // Foundation reads "1" followed by a NUL as UTF-16.
      ([0x31, 0x00], true, false),
      // Foundation accepts a trailing comma in an array, but not in an object.
      (Array("[1,]".utf8), true, false),
      (Array("{\"a\":1,}".utf8), true, false),
      // The grammar of numbers has no limits; their conversion has.
      (Array("1e400".utf8), false, true),
      (Array("\"\\uD800\"".utf8), false, false),
      ([0x22, 0xED, 0xA0, 0x80, 0x22], false, false),
    ] as [([UInt8], Bool, Bool)])
  func `the differences to Foundation are known`(bytes: [UInt8], foundation: Bool, ours: Bool) {
    #expect(isValidToFoundation(bytes) == foundation)
    #expect((SyntaxErrors(of: JSONText(bytes)).byTokens == nil) == ours)
  }

  @Test func `great sizes end in time`() throws {
    let million = 1_000_000
    try JSONTree.skip(JSONText("[" + String(repeating: "0,", count: 10 * million) + "0]"))
    try JSONTree.skip(JSONText(String(repeating: "9", count: million)))
    try JSONTree.skip(JSONText("\"" + String(repeating: "\\n", count: million) + "\""))
    try JSONTree.skip(JSONText("[" + String(repeating: " ", count: million) + "]"))
    let deep = String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000)
    try JSONTree.skip(JSONText(deep), depthLimit: 10_000)
    #expect(
      SyntaxErrors(of: JSONText(deep)).bySkipping
        == JSONSyntaxError(offset: 512, kind: .tooDeep(limit: 512)))
  }

  private func expectAgreement(_ bytes: [UInt8], _ location: SourceLocation = #_sourceLocation) {
    let errors = SyntaxErrors(of: JSONText(bytes))
    #expect(errors.byTokens == errors.bySkipping, sourceLocation: location)
    if let error = errors.byTokens {
      #expect(0...bytes.count ~= error.offset, sourceLocation: location)
      #expect(!error.message.isEmpty, sourceLocation: location)
    }
    switch errors.byTokens?.kind {
    case .trailingComma, .nulByte, .otherEncoding, .controlCharacter(0): return
    default: break
    }
    #expect(
      (errors.byTokens == nil) == isValidToFoundation(bytes),
      "\(String(decoding: bytes, as: UTF8.self).debugDescription)", sourceLocation: location)
  }

  private func isValidToFoundation(_ bytes: [UInt8]) -> Bool {
    (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil
  }

  private func agrees(_ tree: JSONTree, with value: Any) -> Bool {
    switch tree {
    case .object(let members):
      guard let object = value as? [String: Any], object.count == members.count else {
        return false
      }
      return members.allSatisfy { member in
        object[member.key].map { agrees(member.value, with: $0) } ?? false
      }
    case .array(let elements):
      guard let array = value as? [Any], array.count == elements.count else { return false }
      return zip(elements, array).allSatisfy { agrees($0, with: $1) }
    case .string(let string): return value as? String == string
    case .number(let text): return (value as? NSNumber)?.doubleValue == Double(text)
    case .bool(let bool): return value as? Bool == bool
    case .null: return value is NSNull
    }
  }

  private func randomDocument(depth: Int, using random: inout SplitMix64) -> String {
    let blank = ["", "", "", " ", "\n  ", "\t", "\r\n"].randomElement(using: &random) ?? ""
    let value: String
    switch random.next() % (depth > 5 ? 5 : 9) {
    case 0: value = ["true", "false", "null"].randomElement(using: &random) ?? ""
    case 1: value = String(Int64(bitPattern: random.next()) >> Int64(random.next() % 63))
    case 2: value = String(Double(Int64(bitPattern: random.next()) >> 40) / 1_000)
    case 3, 4: value = randomString(using: &random)
    case 5, 6:
      let count = random.next() % 5
      value =
        "["
        + (0..<count).map { _ in randomDocument(depth: depth + 1, using: &random) }
        .joined(separator: ",") + "\(blank)]"
    default:
      let count = random.next() % 5
      value =
        "{"
        + (0..<count).map { index in
          "\(blank)\"\(index)" + randomString(using: &random).dropFirst() + "\(blank):"
            + randomDocument(depth: depth + 1, using: &random)
        }.joined(separator: ",") + "\(blank)}"
    }
    return blank + value + blank
  }

  private func randomString(using random: inout SplitMix64) -> String {
    let pieces = [
      "a", "bc", "ä", "日", "😀", "\\n", "\\\"", "\\u00E9", "\\ud83d\\ude00", " ", "/", "\\/",
    ]
    let count = random.next() % 20
    return "\"" + (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      + "\""
  }
}
