#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

import Foundation
import Testing

@testable import Armature

/// Files with new names or times, and other files next to them.
@Suite struct NamedStoreFileTests {
  private let shop: ShopFile

  init() throws {
    shop = try ShopFile()
    try shop.fill()
  }

  private var lock: String { shop.folder.appending(path: ".shop.json.lock").path }

  /// Sets another time on the file, as `touch` does.
  private func touch() throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: 10)], ofItemAtPath: shop.path)
  }

  private func insert(_ context: ManagedObjectContext, _ word: String) throws {
    try context.insert("Tag").setValue(word, forKey: "word")
  }

  @Test(arguments: [true, false])
  func `a file that was touched is saved, with a header and without`(_ hasHeader: Bool) throws {
    if !hasHeader { try shop.write(#"{"Tag": [{"word": "a"}]}"#) }
    let (store, context) = try shop.open()
    let count = try context.count("Tag")
    try touch()
    #expect(try context.count("Tag") == count)
    try insert(context, "b")
    try context.save()
    try touch()
    try insert(context, "c")
    try context.save()
    try store.reload()
    #expect(try context.count("Tag") == count + 2)
    #expect(try shop.open().context.count("Tag") == count + 2)
  }

  @Test func `a file that was changed and has its size and another time is still noticed`() throws {
    try shop.write(#"{"Tag": [{"word": "a"}]}"#)
    let (_, context) = try shop.open()
    try shop.write(#"{"Tag": [{"word": "b"}]}"#)
    try insert(context, "c")
    #expect(throws: FileStoreError.self) { try context.save() }
    #expect(try shop.text == #"{"Tag": [{"word": "b"}]}"#)
  }

  @Test func `a pipe in the place of the lock file hangs nobody`() throws {
    try FileManager.default.removeItem(atPath: lock)
    #expect(mkfifo(lock, 0o600) == 0)
    let (_, context) = try shop.open()
    #expect(try context.count("Tag") == 2)
    try context.fetch("Tag")[0].setValue("other", forKey: "word")
    let error = #expect(throws: FileStoreError.self) { try context.save() }
    #expect(error?.reason == .notRegularFile && error?.path.hasSuffix(".shop.json.lock") == true)
    #expect(error.map { "\($0)" }?.contains("or remove it") == true)
    try FileManager.default.removeItem(atPath: lock)
    try context.save()
  }

  @Test func `a file with two names is not replaced unless that is asked for`() throws {
    let other = shop.folder.appending(path: "other.json").path
    try FileManager.default.linkItem(atPath: shop.path, toPath: other)
    let (_, context) = try shop.open()
    try insert(context, "b")
    let error = #expect(throws: FileStoreError.self) { try context.save() }
    #expect(error?.reason == .hardLinked(count: 2))
    #expect(try Data(contentsOf: URL(filePath: other)) == shop.bytes)
    let asked = try PersistentContainer(
      model: shop.model, store: JSONFileStore(shop.path, allowsHardLinks: true))
    #expect(try asked.makeContext().count("Tag") == 2)
    try FileManager.default.removeItem(atPath: other)
    try context.save()
    #expect(try shop.open().context.count("Tag") == 3)
  }
}
