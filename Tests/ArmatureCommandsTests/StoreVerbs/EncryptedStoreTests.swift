import Armature
import ArmatureSQLite
import Foundation
import TestSupport
import Testing

@testable import ArmatureCommands

/// What the command does with encrypted files.
@Suite(.needsEncryption) struct EncryptedStoreTests {
  private let shop: Shop
  private let key: String
  private let other: String

  init() throws {
    shop = try Shop()
    key = try shop.folder.write("Straße 1\n", to: "key")
    other = try shop.folder.write("x'\(String(repeating: "07", count: 32))'", to: "other")
  }

  private func products(_ store: String, _ options: [String]) -> Outcome {
    shop.call(
      "query", store: store, model: "-",
      ["Product", "--columns", "sku", "--format", "csv"] + options)
  }

  private static let skus = "sku\r\nCUP-0001\r\nCUP-0002\r\nJUG-0001\r\nSET-0001\r\n"

  @Test func `verbs open a file with the key in a file or a variable`() throws {
    let load = shop.call(
      "load", store: "shop.sqlite", [shop.path("data.json"), "--key-file", key])
    #expect(load.status == 0, "\(load)")
    #expect(products("shop.sqlite", ["--key-file", key]).result == Self.skus)
    let variable = Outcome.of(
      ["query", "-", shop.path("shop.sqlite"), "Product", "--columns", "sku", "--format", "csv"],
      ["ARMATURE_KEY": "Straße 1"])
    #expect(variable.result == Self.skus)
    #expect(shop.call("store", "check", store: "shop.sqlite", ["--key-file", key]).status == 0)
    #expect(shop.call("store", "info", store: "shop.sqlite", ["--key-file", key]).status == 0)
    #expect(shop.call("store", "compact", store: "shop.sqlite", ["--key-file", key]).status == 0)
    #expect(shop.call("export", store: "shop.sqlite", ["--key-file", key]).status == 0)
    let without = products("shop.sqlite", [])
    #expect(
      without.status == 64
        && without.talk.contains("Name the key: --key-file, or the variable ARMATURE_KEY."),
      "\(without)")
    let wrong = products("shop.sqlite", ["--key-file", other])
    #expect(wrong.status == 65 && wrong.talk.contains("opened with another key"), "\(wrong)")
  }

  @Test func `a copy is encrypted, decrypted, and gets another key`() throws {
    #expect(shop.fill("plain.sqlite").status == 0)
    func copy(_ from: String, _ to: String, _ options: [String]) -> Int32 {
      shop.call("store", "copy", store: from, [shop.path(to)] + options).status
    }
    #expect(copy("plain.sqlite", "secret.sqlite", ["--new-key-file", key]) == 0)
    #expect(products("secret.sqlite", ["--key-file", key]).result == Self.skus)
    #expect(
      copy("secret.sqlite", "other.sqlite", ["--key-file", key, "--new-key-file", other]) == 0)
    #expect(products("other.sqlite", ["--key-file", other]).result == Self.skus)
    #expect(copy("other.sqlite", "again.sqlite", ["--key-file", other]) == 0)
    #expect(products("again.sqlite", []).result == Self.skus)
    #expect(copy("secret.sqlite", "shop.json", ["--key-file", key]) == 0)
    #expect(products("shop.json", []).result == Self.skus)
  }

  @Test func `a backup keeps the key or gets another one, and a store is rekeyed`() throws {
    let load = shop.call(
      "load", store: "shop.sqlite", [shop.path("data.json"), "--key-file", key])
    #expect(load.status == 0)
    func store(_ action: String, _ rest: [String]) -> Outcome {
      shop.call("store", action, store: "shop.sqlite", rest + ["--key-file", key])
    }
    #expect(store("backup", [shop.path("same.sqlite")]).status == 0)
    #expect(products("same.sqlite", ["--key-file", key]).result == Self.skus)
    #expect(store("backup", [shop.path("new.sqlite"), "--new-key-file", other]).status == 0)
    #expect(products("new.sqlite", ["--key-file", other]).result == Self.skus)
    #expect(store("rekey", []).talk.contains("rekey must have --new-key-file."))
    #expect(store("rekey", ["--new-key-file", other]).talk == "shop.sqlite has the new key.\n")
    #expect(products("shop.sqlite", ["--key-file", other]).result == Self.skus)
    #expect(products("shop.sqlite", ["--key-file", key]).status == 65)
  }

  @Test func `a migration and its trial keep the key`() throws {
    let load = shop.call(
      "load", store: "shop.sqlite", [shop.path("data.json"), "--key-file", key])
    #expect(load.status == 0)
    let next = try shop.folder.write(Shop.model(adding: "colour"), to: "next.json")
    for options in [["--plan"], ["--dry-run"], ["--backup", shop.path("old.sqlite")]] {
      let migrated = shop.call(
        "migrate", store: "shop.sqlite", model: next, options + ["--key-file", key])
      #expect(migrated.status == 0, "\(options): \(migrated)")
    }
    #expect(products("shop.sqlite", ["--key-file", key]).result == Self.skus)
    #expect(products("old.sqlite", ["--key-file", key]).result == Self.skus)
  }

  @Test func `an encrypted database of another program is imported`() throws {
    let source = shop.path("tables.db")
    let library = Outcome.of(
      ["store", "create", shop.model, source, "--key-file", key])
    #expect(library.status == 0)
    let without = Outcome.of(["import", source])
    #expect(without.status == 65 && without.talk.contains("it is encrypted"), "\(without)")
    let own = Outcome.of(["import", source, "--key-file", key])
    // It is read: a store of Armature is recognized.
    #expect(own.status == 65 && own.talk.contains("Armature"), "\(own)")
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips tests if the SQLite library cannot encrypt.
  fileprivate static var needsEncryption: Self {
    .enabled(
      """
      The SQLite library must be able to encrypt: install one with .ci/sqlite-cipher, and name its folder in \
      LD_LIBRARY_PATH.
      """
    ) {
      guard let folder = try? TemporaryFolder() else { return false }
      let store = SQLiteStore(folder.file(), key: { .passphrase("key") })
      return (try? store.open(Shop.model())) != nil
    }
  }
}
