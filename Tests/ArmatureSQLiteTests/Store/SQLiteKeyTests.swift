import Armature
import Foundation
import TestSupport
import Testing

@testable import ArmatureSQLite

/// Keys as values, and the errors that need no library.
@Suite(.needsSQLite) struct SQLiteKeyTests {
  @Test func `a key does not show its content`() {
    for key in [
      SQLiteKey.passphrase("geheim"), .bytes(Data(repeating: 0x67, count: 32)), .passphrase(""),
    ] {
      var dumped = ""
      dump(key, to: &dumped)
      dump([("key", key)], to: &dumped)
      for text in ["\(key)", String(reflecting: key), "\(key as Any)", dumped] {
        #expect(!text.contains("geheim") && !text.contains("6767"))
        #expect(text.contains("SQLiteKey"))
      }
    }
  }

  @Test func `bytes become the raw key of both libraries`() {
    let text = SQLiteKey.bytes(Data(0..<32)).withBytes { String(decoding: $0, as: UTF8.self) }
    #expect(text == "x'000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f'")
    let words = SQLiteKey.passphrase("Straße").withBytes { Array($0) }
    #expect(words == Array("Straße".utf8))
  }

  @Test(arguments: [
    (SQLiteKey.passphrase(""), "the passphrase is empty"), (.bytes(Data()), "it has 0 bytes"),
    (.bytes(Data(count: 33)), "it has 33 bytes"),
  ])
  func `a key that no file can have is an error, and creates no file`(
    key: SQLiteKey, reason: String
  ) throws {
    let folder = try TemporaryFolder()
    let path = folder.file()
    #expect(throws: SQLiteStoreError.invalidKey(path: path, reason: reason)) {
      try Ledger(path, key: key)
    }
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test(.needsNoEncryption)
  func `a library that cannot encrypt is an error with a remedy, and creates no file`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file()
    let error = #expect(throws: SQLiteStoreError.self) {
      try Ledger(path, key: .passphrase("geheim"))
    }
    let library = try SQLiteLibrary.load(nil).path
    #expect(
      error
        == .cannotEncrypt(
          path: path, library: library, reason: "it has no function sqlite3_key"))
    #expect(
      error?.description
        == "The SQLite library must be able to encrypt to open \(path) with a key, but \(library) "
        + "cannot: it has no function sqlite3_key. Install SQLite3 Multiple Ciphers, or SQLCipher "
        + "4.5.1 or later, and name its path: SQLiteStore(path, library: …, key: …).")
    #expect(!FileManager.default.fileExists(atPath: path))
    // A copy with a key is refused as well, before anything is written.
    let ledger = try Ledger(path)
    let store = try #require(ledger.container.store as? SQLiteStore)
    #expect(throws: SQLiteStoreError.self) {
      try store.backUp(to: folder.file("copy"), key: .passphrase("geheim"))
    }
    #expect(throws: SQLiteStoreError.notEncrypted(path: path)) {
      try store.rekey(to: .passphrase("geheim"))
    }
    #expect(!FileManager.default.fileExists(atPath: folder.file("copy")))
  }

  @Test func `an error of the closure is thrown, and creates no file`() throws {
    struct NoKeyring: Error {}
    let folder = try TemporaryFolder()
    let store = SQLiteStore(folder.file(), key: { throw NoKeyring() })
    #expect(throws: NoKeyring.self) {
      try PersistentContainer(model: Ledger.model(), store: store)
    }
    #expect(!FileManager.default.fileExists(atPath: store.path))
  }

  @Test func `random bytes in place of a file need a key, and other bytes are no database`() throws
  {
    let folder = try TemporaryFolder()
    var random = SplitMix64(seed: 1)
    let bytes = Data((0..<8192).map { _ in UInt8(truncatingIfNeeded: random.next()) })
    let whole = try folder.write(bytes, to: "whole.sqlite")
    let part = try folder.write(bytes.dropLast(), to: "part.sqlite")
    let before = try fileBytes(in: folder.path)
    #expect(throws: SQLiteStoreError.keyMissing(path: whole)) { try Ledger(whole) }
    let error = #expect(throws: SQLiteStoreError.self) { try Ledger(part) }
    #expect(error?.description.contains("it is not a SQLite database, or is encrypted") == true)
    #expect(try fileBytes(in: folder.path) == before)
  }
}
