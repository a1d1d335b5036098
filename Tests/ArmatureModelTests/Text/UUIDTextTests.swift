import ArmatureModel
import Foundation
import TestSupport
import Testing

@Suite struct UUIDTextTests {
  @Test func `a UUID is read in either case and written in capitals`() throws {
    var random = SplitMix64(seed: 8)
    for _ in 0..<1_000 {
      let uuid = UUID.random(using: &random)
      #expect(uuid.uuidString.withExactBytes(UUIDText.parse) == uuid)
      #expect(uuid.uuidString.lowercased().withExactBytes(UUIDText.parse) == uuid)
      let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: UUIDText.length)
      defer { memory.deallocate() }
      let count = UUIDText.write(uuid, to: memory)
      let text = String(decoding: UnsafeBufferPointer(start: memory, count: count), as: UTF8.self)
      #expect(text == uuid.uuidString)
    }
  }

  @Test(arguments: [
    "", "E621E1F8", "E621E1F8C36C495A93FC0C247A3E6E5F", "E621E1F8-C36C-495A-93FC-0C247A3E6E5",
    "E621E1F8-C36C-495A-93FC-0C247A3E6E5FF", " E621E1F8-C36C-495A-93FC-0C247A3E6E5",
    "E621E1F8-C36C-495A-93FC-0C247A3E6E5F\u{0}", "E621E1F8-C36C-495A-93FC-0C247A3E6E+F",
    "E621E1F8-C36C-495A-93FC-0C247A3E6E F", "0x21E1F8-C36C-495A-93FC-0C247A3E6E5F",
    "E621E1F8-C36C-495A-93FC-0C247A3E6E5G", "E621E1F8+C36C-495A-93FC-0C247A3E6E5F",
    "E621E1F-8C36C-495A-93FC-0C247A3E6E5F", "{E621E1F8-C36C-495A-93FC-0C247A3E6E5",
    "E621E1F8-C36C-495A-93FC-0C247A3E6Eé", "E621E1F8-C36C-495A-93FC-0C247A3E6E5@",
    "E621E1F8-C36C-495A-93FC-0C247A3E6E5`", "E621E1F8-C36C-495A-93FC-0C247A3E6E:/",
  ])
  func `every other form is refused`(text: String) {
    #expect(text.withExactBytes(UUIDText.parse) == nil)
  }
}

@Suite struct Base64TextTests {
  @Test func `data of every length comes back, written as Foundation does`() {
    var random = SplitMix64(seed: 9)
    for length in 0..<300 {
      let data = Data((0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) })
      let text = data.base64EncodedString()
      #expect(text.withExactBytes(Base64Text.parse) == data)
      let size = Base64Text.length(for: length)
      let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: size)
      defer { memory.deallocate() }
      let count = data.withUnsafeBytes { Base64Text.write($0, to: memory) }
      #expect(count == size)
      #expect(
        String(decoding: UnsafeBufferPointer(start: memory, count: count), as: UTF8.self) == text)
    }
  }

  @Test(arguments: [
    "Q", "QQ", "QQ=", "Q===", "====", "=", "QR==", "QUJ=", "QUJD=", "QQ==QQ==", "Q=Q=", "QU JD",
    "QUJD\n", "QUJ_", "QUJ-", "QUJ\u{0}", "QUé=", "QQ==\n", "=QQQ", "QUJDRA=", "QUJD====",
  ])
  func `every other form is refused`(text: String) {
    #expect(text.withExactBytes(Base64Text.parse) == nil)
  }
}
