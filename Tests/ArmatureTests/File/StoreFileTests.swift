import Foundation
import Testing

@testable import Armature

/// Writing the file of a store, with failures of the system.
@Suite struct StoreFileTests {
  private let shop: ShopFile

  init() throws { shop = try ShopFile() }

  private func mode(_ name: String = "shop.json") throws -> Int {
    let status = try #require(fileStatus(shop.folder.path + "/" + name))
    return Int(status.st_mode) & 0o7777
  }

  /// Saves another tag.
  @discardableResult private static func save(_ context: ManagedObjectContext) throws
    -> ManagedObject
  {
    let tag = try context.insert("Tag")
    tag.word = "more"
    try context.save()
    return tag
  }

  @Test(arguments: [0o600, 0o640, 0o644, 0o660, 0o777])
  func `the permissions of the file stay`(_ mode: Int) throws {
    try shop.fill()
    chmod(shop.path, mode_t(mode))
    try Self.save(shop.open().context)
    #expect(try self.mode() == mode)
    #expect(try self.mode(".shop.json.lock") & ~mode & 0o077 == 0)
  }

  @Test func `permissions that change while a store is open stay, too, and are no conflict`() throws
  {
    try shop.fill()
    let context = try shop.open().context
    chmod(shop.path, 0o600)
    try Self.save(context)
    #expect(try mode() == 0o600 && mode(".shop.json.lock") == 0o600)
  }

  @Test(arguments: [(0o000, 0o644), (0o077, 0o600), (0o027, 0o640)])
  func `a new file is as open as the mask of the process lets it be`(_ mask: Int, _ mode: Int)
    async throws
  {
    let path = shop.folder.path
    await #expect(processExitsWith: .success) { [path = path as String, mask = mask as Int] in
      umask(mode_t(mask))
      let store = JSONFileStore(path + "/shop.json")
      let context = try PersistentContainer(model: ShopFile.model(), store: store).makeContext()
      try StoreFileTests.save(context)
    }
    #expect(try self.mode() == mode)
    #expect(try self.mode(".shop.json.lock") & ~mode == 0)
  }

  @Test func `the owner of the file stays`() throws {
    // Only the superuser can give files to other users.
    guard geteuid() == 0 else { return }
    try shop.fill()
    chown(shop.path, 12, 34)
    chmod(shop.path, 0o4640)
    try Self.save(shop.open().context)
    let status = try #require(fileStatus(shop.path))
    #expect(status.st_uid == 12 && status.st_gid == 34)
    #expect(try mode() == 0o4640)
    // Otherwise the owner could not write the file any more.
    let lock = try #require(fileStatus(shop.folder.path + "/.shop.json.lock"))
    #expect(lock.st_uid == 12 && lock.st_gid == 34)
    #expect(try mode(".shop.json.lock") == 0o640)
  }

  @Test func `links to the file stay, and so do those that lead to nothing yet`() throws {
    let manager = FileManager.default
    let (a, b) = (shop.folder.path + "/a", shop.folder.path + "/b")
    for folder in [a, b] {
      try manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }
    try manager.createSymbolicLink(atPath: shop.path, withDestinationPath: "a/one.json")
    try manager.createSymbolicLink(atPath: a + "/one.json", withDestinationPath: b + "/real.json")
    try shop.fill()
    let context = try shop.open().context
    try Self.save(context)
    try Self.save(context)
    #expect(try manager.destinationOfSymbolicLink(atPath: shop.path) == "a/one.json")
    #expect(try manager.destinationOfSymbolicLink(atPath: a + "/one.json") == b + "/real.json")
    #expect(
      try manager.contentsOfDirectory(atPath: b).sorted() == [".real.json.lock", "real.json"])
    #expect(try shop.open().context.count("Tag") == 4)
  }

  @Test func `a file is where it was, wherever the process works by then`() async throws {
    let path = shop.folder.path
    await #expect(processExitsWith: .success) { [path = path as String] in
      chdir(path)
      let store = JSONFileStore("shop.json")
      chdir("/")
      try StoreFileTests.save(
        PersistentContainer(model: ShopFile.model(), store: store).makeContext())
    }
    #expect(try shop.open().context.count("Tag") == 1)
  }

  @Test func `what is no ordinary file is refused`() throws {
    for (path, reason) in [
      (shop.folder.path, FileReadError.Reason.folder), ("a\0b", .missing),
      (shop.folder.path + "/none/shop.json", .missing), (shop.path + "/x", .missing),
    ] {
      try shop.write("{}")
      let error = #expect(throws: FileReadError.self) {
        try JSONFileStore(path).open(shop.model)
      }
      #expect(error?.reason == reason, "\(path)")
    }
    try FileManager.default.removeItem(atPath: shop.path)
    mkfifo(shop.path, 0o600)
    for path in [shop.path, "/dev/null"] {
      let error = #expect(throws: FileStoreError.self) {
        try JSONFileStore(path).open(shop.model)
      }
      #expect(
        error?.description
          == "\(path) must be an ordinary file, but is not. Put one there, or remove it."
      )
    }
    let loop = shop.folder.path + "/loop"
    try FileManager.default.createSymbolicLink(atPath: loop, withDestinationPath: "loop")
    #expect(throws: FileReadError.self) { try JSONFileStore(loop).open(shop.model) }
  }

  @Test func `what killed writers have left is swept, and nothing else`() throws {
    try shop.fill()
    let litter = ".shop.json.0123456789abcdef.saving"
    let others = [
      ".shop.json.0123456789abcde.saving", ".shop.json.0123456789abcdeF.saving",
      ".other.json.0123456789abcdef.saving", "shop.json.0123456789abcdef.saving",
      ".shop.json.0123456789abcdef.saving~",
    ]
    for name in others + [litter] { try Data().write(to: shop.folder.appending(path: name)) }
    let lock = try JSONStoreFileLock(shop.folder.path + "/.shop.json.lock", like: nil, name: "")
    _ = try shop.open()
    #expect(try shop.names.contains(litter))
    _ = consume lock
    _ = try shop.open()
    #expect(try shop.names == (others + [".shop.json.lock", "shop.json"]).sorted())
  }

  // MARK: What fails

  /// Expects that a save fails with an error, changes nothing, and succeeds after a repair.
  private func expectFailure(
    _ description: String, sourceLocation: SourceLocation = #_sourceLocation,
    breaking: () throws -> Void, repairing: () throws -> Void
  ) throws {
    try shop.fill()
    let (bytes, rows) = (try shop.bytes, try shop.rows())
    let (store, context) = try shop.open()
    let tag = try context.insert("Tag")
    tag.word = "more"
    try breaking()
    let error = #expect(throws: FileStoreError.self, sourceLocation: sourceLocation) {
      try context.save()
    }
    #expect(error?.description == description, sourceLocation: sourceLocation)
    #expect(context.hasChanges && tag.objectID.isTemporary, sourceLocation: sourceLocation)
    #expect(try ShopFile.rows(store, shop.model) == rows, sourceLocation: sourceLocation)
    try repairing()
    #expect(try shop.bytes == bytes, sourceLocation: sourceLocation)
    try context.save()
    #expect(try shop.rows().count == rows.count + 1, sourceLocation: sourceLocation)
    #expect(try shop.names == [".shop.json.lock", "shop.json"], sourceLocation: sourceLocation)
  }

  @Test func `a file that nobody may write is not replaced`() throws {
    try expectFailure("\(shop.path) must be writable, but its permissions forbid it.") {
      chmod(shop.path, 0o444)
    } repairing: {
      chmod(shop.path, 0o644)
    }
  }

  @Test func `a file that is removed under a store is missed, and may be put back`() throws {
    let aside = shop.path + ".aside"
    try expectFailure(
      "\(shop.path) must exist, but has been removed. Nothing was written: restore it, and save "
        + "again."
    ) {
      rename(shop.path, aside)
    } repairing: {
      rename(aside, shop.path)
    }
  }

  @Test func `a folder that is moved away under a store is missed, and may be put back`() throws {
    let aside = shop.folder.path + ".aside"
    try expectFailure(
      "\(shop.path) must be locked, but the system says “No such file or directory”."
    ) {
      rename(shop.folder.path, aside)
    } repairing: {
      rename(aside, shop.folder.path)
    }
  }

  @Test func `somebody who writes for long is told of`() throws {
    try shop.fill()
    let path = shop.folder.path + "/.shop.json.lock"
    let lock = try JSONStoreFileLock(path, like: nil, name: "shop.json")
    let error = #expect(throws: FileStoreError.self) {
      _ = try JSONStoreFileLock(path, like: nil, name: "shop.json", patience: 3)
    }
    #expect(error?.reason == .busy)
    _ = consume lock
    _ = try JSONStoreFileLock(path, like: nil, name: "shop.json", patience: 0)
  }

  @Test(arguments: [EACCES, EPERM])
  func `who may not write beside the file is told what else to do`(_ code: Int32) {
    let error = FileStoreError(path: "shop.json", reason: .system(code, step: .lock))
    #expect(
      error.description.hasSuffix(
        "so its folder must be writable, too. A sandboxed program keeps its store in a folder "
          + "of its own."
      ))
    let other = FileStoreError(path: "shop.json", reason: .system(code, step: .write))
    #expect(!other.description.contains("sandbox"))
  }

  /// A system limit that prevents a process from saving.
  enum Limit: String, CaseIterable, Codable, Sendable {
    /// Another user's folder.
    case folder = "system(13"
    /// A file size limit, like a full disk.
    case size = "system(27"
    /// A limit on open files.
    case files = "system(24"

    /// Sets or removes the limit.
    func apply(_ isOn: Bool) {
      switch self {
      case .folder:
        // The superuser can write to its files regardless of their permissions.
        if geteuid() == 0 || !isOn { seteuid(isOn ? 12 : 0) }
      case .size:
        signal(SIGXFSZ, SIG_IGN)
        Self.set(Self.fileSize, isOn ? 200 : .max)
      case .files: Self.set(Self.openFiles, isOn ? 3 : 256)
      }
    }

    #if canImport(Darwin)
      private static let (fileSize, openFiles) = (RLIMIT_FSIZE, RLIMIT_NOFILE)
    #else
      private static let (fileSize, openFiles) = (
        Int32(RLIMIT_FSIZE.rawValue), Int32(RLIMIT_NOFILE.rawValue)
      )
    #endif

    private static func set(_ resource: Int32, _ number: rlim_t) {
      var limit = rlimit()
      getrlimit(resource, &limit)
      limit.rlim_cur = min(number, limit.rlim_max)
      setrlimit(resource, &limit)
    }
  }

  /// Limits apply to a whole process, so each case has its own.
  @Test(arguments: Limit.allCases)
  func `a save that the system refuses changes nothing, and succeeds later`(_ limit: Limit)
    async throws
  {
    if limit == .folder && geteuid() != 0 { return }
    try shop.fill()
    chmod(shop.folder.path, 0o755)
    chown(shop.path, 12, 12)
    chown(shop.folder.path + "/.shop.json.lock", 12, 12)
    let (path, count) = (shop.path, try shop.rows().count)
    await #expect(processExitsWith: .success) { [path = path as String, limit = limit as Limit] in
      let model = try ShopFile.model()
      let store = JSONFileStore(path)
      let context = try PersistentContainer(model: model, store: store).makeContext()
      let before = try ShopFile.rows(store, model)
      let bytes = try Data(contentsOf: URL(filePath: path))
      let tag = try context.insert("Tag")
      tag.word = "more"
      var found = ""
      limit.apply(true)
      do {
        try context.save()
      } catch let error as FileStoreError {
        found = "\(error.reason)"
      }
      limit.apply(false)
      let names = try FileManager.default.contentsOfDirectory(
        atPath: URL(filePath: path).deletingLastPathComponent().path)
      guard found.hasPrefix(limit.rawValue), try ShopFile.rows(store, model) == before,
        try Data(contentsOf: URL(filePath: path)) == bytes, names.count == 2
        // This is another process: its end tells the test.
      else { fatalError("\(limit): \(found), \(names)") }
      try context.save()
    }
    #expect(try shop.rows().count == count + 1)
  }
}
