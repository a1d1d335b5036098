import Armature
import ArmatureModel
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ArmatureSQLite

/// Random histories with known values: no file of an encrypted store contains one of them, at any time.
///
/// The variable `ARMATURE_SECRET_HISTORIES` sets the number of histories.
@Suite(.needsEncryption) struct EncryptedSecretTests {
  private static let histories =
    ProcessInfo.processInfo.environment["ARMATURE_SECRET_HISTORIES"].flatMap(Int.init) ?? 30

  private static func model(isChanged: Bool) throws -> ManagedObjectModel {
    try ManagedObjectModel("Notes") {
      Entity("Note") {
        Attribute("text", String?.self)
        Attribute("number", Int.self).default(0)
        Attribute("scan", Data?.self).storedExternally()
        Relationship("parts", to: "Note", .ordered, inverse: "whole")
        Relationship("whole", to: "Note", inverse: "parts")
        if supportsFullText { FullText("text") }
        if isChanged { Attribute("more", String?.self).renamed(from: "text") }
      }
    }
  }

  /// A history of one file in a folder.
  private final class History {
    private var random: SplitMix64
    private let folder: TemporaryFolder
    private var key: SQLiteKey?
    private let secret: String
    private var container: PersistentContainer
    private var context: ManagedObjectContext
    private let statements = Statements()
    /// The number of performed steps of each kind.
    private(set) var copies = 0

    final class Statements: Sendable {
      let all = Mutex<[String]>([])
    }

    init(seed: UInt64, _ folder: TemporaryFolder, key: SQLiteKey?, secret: String) throws {
      (random, self.folder, self.key, self.secret) = (SplitMix64(seed: seed), folder, key, secret)
      container = try Self.container(folder, key, statements)
      context = container.makeContext()
    }

    private static func container(
      _ folder: TemporaryFolder, _ key: SQLiteKey?, _ statements: Statements
    ) throws -> PersistentContainer {
      let store = SQLiteStore(
        folder.file("notes.sqlite"), inlineLimit: 2_000, keepsHistory: true, durability: .normal,
        log: { text, _ in statements.all.withLock { $0.append(text) } }, key: key?.source)
      return try PersistentContainer(
        model: EncryptedSecretTests.model(isChanged: false), store: store)
    }

    private var store: SQLiteStore {
      get throws { try #require(container.store as? SQLiteStore) }
    }

    /// A text that contains the secret, sometimes over several pages.
    private func text() -> String {
      String(repeating: "\(secret) ", count: 1 + random.below(random.oneIn(8) ? 2_000 : 4))
    }

    func play(_ count: Int) throws {
      for _ in 0..<count { try step() }
      try context.save()
    }

    private func step() throws {
      let notes = try context.fetch("Note")
      switch random.below(20) {
      case 0...5: try change(context.insert("Note"))
      case 6...8: if !notes.isEmpty { try change(random.pick(notes)) }
      case 9: if !notes.isEmpty { try context.delete(random.pick(notes)) }
      case 10, 11: try context.save()
      case 12: context.rollback()
      case 13:
        // A result that is sorted without an index.
        _ = try context.fetch("Note", orderedBy: [.descending("text"), .ascending("number")])
      case 14:
        copies += 1
        try store.backUp(to: folder.file("copy \(copies)"))
      case 15: if key != nil { try changeKey() }
      case 16: try store.compact()
      case 17: try store.closeConnections()
      case 18:
        try context.save()
        container = try Self.container(folder, key, statements)
        context = container.makeContext()
      default: try migrateCopy()
      }
    }

    private func change(_ note: ManagedObject) throws {
      try note.setValue(text(), forKey: "text")
      try note.setValue(random.below(1_000), forKey: "number")
      if random.oneIn(3) { try note.setValue(Data(text().utf8), forKey: "scan") }
      if random.oneIn(3), let whole = try context.fetch("Note").first, whole !== note {
        try whole.insert(note, into: "parts", at: 0)
      }
    }

    private func changeKey() throws {
      let new = SQLiteKey.bytes(Data((0..<32).map { _ in UInt8(random.below(256)) }))
      try store.rekey(to: new)
      key = new
      // The closure of the store returns the former key.
      try context.save()
      container = try Self.container(folder, key, statements)
      context = container.makeContext()
    }

    private func migrateCopy() throws {
      copies += 1
      let path = folder.file("moved \(copies)")
      try store.backUp(to: path)
      let copy = SQLiteStore(path, key: key?.source)
      _ = try PersistentContainer(
        model: EncryptedSecretTests.model(isChanged: true), store: copy,
        migration: .automatic.keepingBackup(at: folder.file("before \(copies)")))
    }

    /// Returns the places that contain the secret now.
    func places() throws -> [String] {
      try files(containing: secret, in: folder.path) + openFiles(containing: secret)
        + statements.all.withLock { $0 }.filter { $0.contains(secret) }
    }

    func close() throws { try store.closeConnections() }
  }

  @Test(arguments: 0..<histories)
  func `no file has a value of an encrypted store`(number: Int) throws {
    let folder = try TemporaryFolder()
    let secret = "geheimnis-\(number)"
    let history = try History(
      seed: UInt64(number), folder, key: EncryptedFileTests.key, secret: secret)
    for _ in 0..<4 {
      try history.play(15)
      #expect(try history.places() == [], "history \(number)")
    }
    try history.close()
    #expect(try history.places() == [], "history \(number)")
  }

  @Test func `the same search finds the values of a plain store`() throws {
    for number in 0..<3 {
      let folder = try TemporaryFolder()
      let history = try History(seed: UInt64(number), folder, key: nil, secret: "geheimnis")
      try history.play(60)
      #expect(try !history.places().isEmpty)
    }
  }
}
