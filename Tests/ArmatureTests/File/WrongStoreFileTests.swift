import Foundation
import TestSupport
import Testing

@testable import Armature

/// Invalid files are rejected with the positions of all failures, and stay unchanged.
@Suite struct WrongStoreFileTests {
  private let shop: ShopFile

  init() throws {
    shop = try ShopFile()
    try shop.fill()
  }

  /// A replacement in the file, and the expected message.
  struct InvalidInput: Sendable, CustomTestStringConvertible {
    let old: String
    let new: String
    let says: String

    init(_ old: String, _ new: String, _ says: String) {
      (self.old, self.new, self.says) = (old, new, says)
    }

    var testDescription: String { "\(old) → \(new)" }
  }

  private static let header = "\"@store\":{"

  @Test(arguments: [
    InvalidInput(
      "\"title\"", "\"titel\"",
      #"7:10: error: Good.titel is not a property of Good. Did you mean "title"?"#),
    InvalidInput("\"sku\":\"L-1\"", "\"sku\":1", "7:31: error: Good.sku must be text, but is 1."),
    InvalidInput(
      "\"sku\":\"L-1\"", "\"sku\":\"L-1\",\"sku\":null",
      "7:37: error: Good.sku must occur once, but occurs again."),
    InvalidInput(
      "\"Tag\":", "\"Tags\":",
      #"12:1: error: "Tags" is not an entity of the model. Did you mean "Tag"?"#),
    InvalidInput("\"Tag\":[", "\"Maker\":[", "12:1: error: "),
    InvalidInput(
      "\"Tag\":[", "\"Tag\":[1,", "12:8: error: Tag must be an object, but is a number."),
    InvalidInput(
      "\"@id\":3,", "\"@id\":1,", #"7:157: error: Part."@id" must identify one Part, but Maker"#),
    InvalidInput(
      "\"@id\":3,", "\"@id\":3,\"@id\":9,", #"7:159: error: Part."@id" must occur once"#),
    InvalidInput(
      "\"@id\":3,", "\"@id\":-3,",
      #"7:150: error: Part."@id" must be from 1 to 9007199254740991, but is -3."#),
    InvalidInput(
      "\"@id\":3,", "\"@id\":9007199254740992,",
      #"Part."@id" must be from 1 to 9007199254740991, but is 9007199254740992."#),
    InvalidInput(
      "\"@id\":3,", "\"@id\":0,", #"Part."@id" must be from 1 to 9007199254740991, but is 0."#),
    InvalidInput("\"@id\":3,", "\"@id\":3.5,", #"Part."@id" must be a whole number"#),
    InvalidInput("\"@id\":3,", "\"@id\":\"3\",", #"Part."@id" "#),
    InvalidInput(
      "\"tags\":[6,7]", "\"tags\":[6,99]", "Good.tags refers to the Tag 99, which does not exist."),
    InvalidInput(
      "\"tags\":[6,7]", "\"tags\":[6,1]", "Good.tags refers to the Tag 1, which does not exist."),
    InvalidInput(
      "\"maker\":\"Äther", "\"maker\":\"Ather",
      #"7:112: error: Good.maker refers to the Maker "Ather & Söhne", which does not exist."#),
    InvalidInput(
      "\"pages\":12}", "\"pages\":12,\"sku\":\"L-1\"}", "error: Book.sku must be unique"),
    InvalidInput("\"new\"}", "\"new\"},{\"@id\":6,\"word\":\"twin\"}", #"must identify one Tag"#),
    InvalidInput("&\\\" \\u0000dark", "& \u{0}dark", "[syntax]"),
    InvalidInput("\"new\"", "\"ne\u{1}w\"", "[syntax]"),
    InvalidInput("{\n", "\u{0}{\n", "1:1: error: "), InvalidInput("]\n}", "]\n}}", "16:2: error: "),
    InvalidInput("]\n}", "]\n}\u{0}", "16:2: error: "),
    InvalidInput("\n\"Maker\"", "\n<<<<<<< HEAD\n\"Maker\"", "3:1: error: "),
    InvalidInput(
      header, "\"@store\":1,\"x\":{", #"2:10: error: @store must be an object, but is a number."#),
    InvalidInput(
      header, "\"@store\":{},\"@store\":{",
      #"2:13: error: @store must occur once, but occurs again."#),
    InvalidInput(
      "\"identifier\":\"", "\"identifier\":\"x", #"2:24: error: @store.identifier must be a UUID"#),
    InvalidInput(
      "\"identifier\":", "\"other\":", #"2:11: error: @store.other is not a property of @store."#),
    InvalidInput(
      "\"nextKey\":8", "\"nextKey\":0",
      #"2:10: error: @store.nextKey must be from 1 to 9007199254740991, but is 0."#),
    InvalidInput("\"nextKey\":8", "\"nextKey\":1e99", #"error: @store.nextKey must be"#),
    InvalidInput(
      "\"nextKey\":8", "\"nextKey\":8,\"nextKey\":9", #"error: @store.nextKey must occur once"#),
  ])
  func `a mistake is told with its place, and the file stays`(_ mistake: InvalidInput) throws {
    // Some positions would be in the model.
    try shop.forgetModel()
    let text = try shop.text.replacing(mistake.old, with: mistake.new, maxReplacements: 1)
    #expect(try text != shop.text)
    try shop.write(text)
    let report = #expect(throws: ValidationReport.self) { try shop.open() }
    let lines = report?.rendered(as: .lines) ?? ""
    #expect(lines.contains(mistake.says) && lines.contains("shop.json:"), "\(lines)")
    #expect(try shop.text == text)
    #expect(try shop.names == [".shop.json.lock", "shop.json"])
  }

  @Test(arguments: [
    "", " ", "\u{FEFF}", "null", "[]", "1", "{", "{\"Tag\":", "<html>", "name\nx\n",
    String(repeating: "[", count: 100_000), String(repeating: "{\"a\":", count: 100_000),
    "{\"Tag\":[{\"word\":" + String(repeating: "[", count: 10_000),
    "{\"Good\":[{\"title\":\"x\",\"stock\":" + String(repeating: "9", count: 1_000_000) + "}]}",
  ])
  func `what is no file of a store is refused`(_ text: String) throws {
    try shop.write(text)
    #expect(throws: ValidationReport.self) { try shop.open() }
    #expect(try shop.text == text)
  }

  @Test func `a byte order mark and another layout change nothing`() throws {
    let (text, rows) = (try shop.text, try shop.rows())
    try shop.write("\u{FEFF}" + text)
    #expect(try shop.rows() == rows)
    try shop.write(text.replacing("\n", with: "").replacing(",\"", with: " ,\r\n\t\""))
    #expect(try shop.rows() == rows)
  }

  @Test func `bytes that are no text are refused`() throws {
    var bytes = try shop.bytes
    let place = try #require(bytes.firstRange(of: Data("Lamp".utf8))).lowerBound
    for wrong in [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80]] as [[UInt8]] {
      bytes.replaceSubrange(place..<place + wrong.count, with: wrong)
      try shop.write(bytes)
      #expect(throws: ValidationReport.self) { try shop.open() }
      bytes.replaceSubrange(place..<place + 4, with: Data("Lamp".utf8))
    }
  }

  @Test func `each truncation is refused, but that of the last line break`() throws {
    let (bytes, rows) = (try shop.bytes, try shop.rows())
    for count in 0..<bytes.count {
      try shop.write(bytes.prefix(count))
      if count == bytes.count - 1 {
        #expect(try shop.rows() == rows)
      } else {
        #expect(throws: ValidationReport.self, "\(count) bytes") { try shop.open() }
      }
      #expect(try shop.bytes == bytes.prefix(count))
    }
  }

  /// A flipped bit can produce another valid text; its rows must then agree with another JSON reader.
  @Test func `a file with a flipped bit has all its records, or is refused`() throws {
    let bytes = try shop.bytes
    var random = SplitMix64(seed: 22)
    var opened = 0
    for _ in 0..<1_000 {
      var flipped = bytes
      let bit = random.below(bytes.count * 8)
      flipped[flipped.startIndex + bit / 8] ^= 1 << UInt8(bit % 8)
      try shop.write(flipped)
      let rows: [String]
      do {
        rows = try shop.rows()
      } catch is ValidationReport {
        continue
      } catch let error as FileStoreError {
        // The bit is in the fingerprint or in the format number.
        switch error.reason {
        case .otherModel, .newerFormat: continue
        default: throw error
        }
      }
      opened += 1
      #expect(try rows.count == Self.records(flipped), "bit \(bit)")
      let context = try shop.open().context
      try context.insert("Tag").word = "saved"
      try context.save()
      #expect(try shop.rows().count == rows.count + 1, "bit \(bit)")
    }
    #expect(opened > 30 && opened < 900, "\(opened)")
  }

  /// Returns the number of records that another reader finds, including nested ones.
  private static func records(_ data: Data) throws -> Int {
    func count(_ value: Any) -> Int {
      switch value {
      case let list as [Any]: list.reduce(0) { $0 + count($1) }
      case let object as [String: Any]:
        object.reduce(1) { $1.key == "@store" ? $0 : $0 + count($1.value) }
      default: 0
      }
    }
    return try count(JSONSerialization.jsonObject(with: data)) - 1
  }
}
