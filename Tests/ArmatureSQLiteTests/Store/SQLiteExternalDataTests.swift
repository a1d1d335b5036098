#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

import Armature
import ArmatureModel
import ArmatureSQLite
import Foundation
import TestSupport
import Testing

/// Data in files next to the database.
@Suite(.needsSQLite) struct SQLiteExternalDataTests {
  private let folder: TemporaryFolder
  private let album: Album
  private let context: ManagedObjectContext

  init() throws {
    folder = try TemporaryFolder()
    album = try Album(folder.file())
    context = album.container.makeContext()
  }

  @Test(
    arguments: [
      (nil, false), (0, false), (1, false), (102_400, false), (102_401, true), (3_000_000, true),
    ] as [(Int?, Bool)])
  func `more than 100 KiB stand in a file, and every value comes back`(
    _ count: Int?, _ isInFile: Bool
  ) throws {
    let album = try Album(folder.file(), inlineLimit: nil, durability: .full)
    let context = album.container.makeContext()
    let bytes = count.map { Album.bytes($0) }
    try album.add("a", bytes, to: context)
    let scan = try album.add("b", bytes, to: context, as: "Scan")
    try scan.setValue(bytes, forKey: "back")
    try context.save()
    #expect(album.files.count == (isInFile ? 3 : 0))
    #expect(try album.references() == album.files)
    let kinds = try querySQL("SELECT DISTINCT typeof(bytes) FROM Photo", album.path)
    #expect(kinds == [count == nil ? "null" : isInFile ? "text" : "blob"])
    for name in album.files {
      let file = URL(filePath: "\(album.folder)/\(name)")
      #expect(try Data(contentsOf: file) == bytes)
    }
    for again in [album, try Album(album.path, inlineLimit: nil)] {
      for photo in try again.container.makeContext().fetch("Photo") {
        #expect(try photo.value(forKey: "bytes", as: Data.self) == bytes)
        if photo.entity.name == "Scan" {
          #expect(try photo.value(forKey: "back", as: Data.self) == bytes)
        }
      }
    }
    expectIntact(album.path)
  }

  @Test func `the file of a value goes when it is replaced, absent, or deleted, and only then`()
    throws
  {
    let photo = try album.add("a", Album.bytes(20), to: context)
    try context.save()
    let first = album.files
    try photo.setValue(5, forKey: "number")
    try context.save()
    #expect(album.files == first && first.count == 1)
    try photo.setValue(Album.bytes(21), forKey: "bytes")
    try context.save()
    #expect(album.files.count == 1 && album.files != first)
    #expect(try album.bytes(of: "a") == Album.bytes(21))
    try photo.setValue(Album.bytes(3), forKey: "bytes")
    try context.save()
    #expect(album.files == [])
    try photo.setValue(Album.bytes(22), forKey: "bytes")
    try context.save()
    try photo.setValue(nil as Data?, forKey: "bytes")
    try context.save()
    #expect(album.files == [])
    try photo.setValue(Album.bytes(23), forKey: "bytes")
    try context.save()
    #expect(album.files.count == 1)
    try context.delete(photo)
    try context.save()
    #expect(album.files == [])
  }

  @Test func `a file that another row refers to stays until that row goes`() throws {
    let photo = try album.add("a", Album.bytes(20), to: context)
    try context.save()
    // Like a program that copies rows without knowing about external files.
    try runSQL(
      """
      INSERT INTO Photo SELECT 1000, _entity, _version, 'copy', number, bytes, back FROM Photo
      """, album.path)
    try photo.setValue(Album.bytes(30), forKey: "bytes")
    try context.save()
    #expect(try album.bytes(of: "copy") == Album.bytes(20))
    #expect(album.files.count == 2)
    let copy = try #require(try context.fetch("Photo") { $0.name == "copy" }.first)
    try context.delete(copy)
    try context.save()
    #expect(try album.references() == album.files && album.files.count == 1)
  }

  @Test func `a pipe in the place of a file hangs no backup`() throws {
    try album.add("a", Album.bytes(20), to: context)
    try context.save()
    let file = "\(album.folder)/\(try #require(album.files.first))"
    try FileManager.default.removeItem(atPath: file)
    #expect(mkfifo(file, 0o600) == 0)
    let store = try #require(album.container.store as? SQLiteStore)
    let error = #expect(throws: SQLiteStoreError.self) {
      try store.backUp(to: folder.file("copy.sqlite"))
    }
    #expect(error.map { "\($0)" }?.contains("must be an ordinary file") == true)
  }

  @Test func `what is not saved leaves no file`() throws {
    try album.add("a", Album.bytes(20), to: context)
    try context.save()
    let files = album.files
    try album.add("b", Album.bytes(30), to: context)
    context.rollback()
    #expect(album.files == files)
    // Another context has taken the name: the database rejects the row after the file was written.
    let other = album.container.makeContext()
    try album.add("taken", nil, to: other)
    try other.save()
    let added = try album.add("taken", Album.bytes(40), to: context)
    let photo = try #require(try context.fetch("Photo") { $0.name == "a" }.first)
    try photo.setValue(Album.bytes(50), forKey: "bytes")
    #expect(throws: ValidationReport.self) { try context.save() }
    #expect(album.files == files)
    #expect(try album.bytes(of: "a") == Album.bytes(20))
    try added.setValue("free", forKey: "name")
    try context.save()
    #expect(try album.references() == album.files && album.files.count == 2)
    #expect(try album.bytes(of: "free") == Album.bytes(40))
    #expect(try album.bytes(of: "a") == Album.bytes(50))
  }

  @Test func `a conflict leaves no file, and the file of who was first`() throws {
    let photo = try album.add("a", Album.bytes(20), to: context)
    try context.save()
    let other = album.container.makeContext()
    let same = try #require(try other.fetch("Photo").first)
    try same.setValue(Album.bytes(30), forKey: "bytes")
    try other.save()
    try photo.setValue(Album.bytes(40), forKey: "bytes")
    #expect(throws: MergeConflicts.self) { try context.save() }
    #expect(try album.references() == album.files && album.files.count == 1)
    #expect(try album.bytes(of: "a") == Album.bytes(30))
  }

  @Test(arguments: [true, false])
  func `a reader has the values of its state while others replace and delete them`(
    _ isSameStore: Bool
  ) throws {
    for name in ["a", "b"] { try album.add(name, Album.bytes(20, 1), to: context) }
    try context.save()
    let writer = isSameStore ? album : try Album(album.path)
    let other = writer.container.makeContext()
    var reader: (any StoreReader)? = try album.container.store.reader()
    #expect(try reader?.count(FetchRequest("Photo")) == 2)
    let photos = try other.fetch("Photo")
    try photos[0].setValue(Album.bytes(30), forKey: "bytes")
    try other.delete(photos[1])
    try other.save()
    // The state is read through its files, which are no longer referenced.
    let rows = try StoreRow.list(
      of: album.container.model, storeID: album.container.store.identifier
    ) {
      _ = try reader?.fetch(FetchRequest("Photo"), into: $0)
    }
    #expect(rows.map { $0.values[2] } == Array(repeating: .data(Album.bytes(20, 1)), count: 2))
    #expect(album.files.count == 3)
    reader = nil
    if !isSameStore {
      // A context that has replaced the values detects it with the next save.
      try album.add("c", nil, to: other)
      try other.save()
    }
    #expect(try album.references() == album.files && album.files.count == 1)
  }

  @Test func `a walk over batches reads the files of one state while others save`() throws {
    for number in 0..<20 { try album.add("\(number)", Album.bytes(20, number), to: context) }
    try context.save()
    context.reset()
    var request = FetchRequest("Photo", orderedBy: [.ascending("number")])
    request.batchSize = 3
    let other = album.container.makeContext()
    var seen: [Data?] = []
    try context.forEachBatch(of: request) { batch in
      for photo in batch { seen.append(try photo.value(forKey: "bytes", as: Data.self)) }
      for photo in try other.fetch("Photo") {
        try photo.setValue(Album.bytes(20, 100 + seen.count), forKey: "bytes")
      }
      try other.save()
    }
    #expect(seen == (0..<20).map { Album.bytes(20, $0) })
    try album.add("last", nil, to: other)
    try other.save()
    #expect(try album.references() == album.files)
  }

  // MARK: What others have done

  @Test(arguments: [
    ("missing", "but the file does not exist."),
    ("short", "but the file has 4 bytes in place of 20."),
    ("long", "but the file has 40 bytes in place of 20."),
    ("folder", "but it is not an ordinary file."),
    ("link", "but the system says"), ("pipe", "but it is not an ordinary file."),
  ])
  func `data that is gone is told, and all else is read`(_ what: String, _ reason: String) throws {
    let photo = try album.add("a", Album.bytes(20), to: context)
    try album.add("b", Album.bytes(20, 1), to: context)
    try context.save()
    let id = photo.objectID
    let reference = try querySQL(
      "SELECT substr(bytes, 1, 36) FROM Photo WHERE name = 'a'", album.path)[0]
    let file = "\(album.folder)/\(reference)"
    try FileManager.default.removeItem(atPath: file)
    switch what {
    case "short": try Data(count: 4).write(to: URL(filePath: file))
    case "long": try Data(count: 40).write(to: URL(filePath: file))
    case "folder": mkdir(file, 0o700)
    case "link": symlink(album.path, file)
    case "pipe": mkfifo(file, 0o600)
    default: break
    }
    let again = album.container.makeContext()
    let error = #expect(throws: PersistentStoreError.self) { try again.fetch("Photo") }
    let text = error?.description ?? ""
    #expect(text.hasPrefix("\(id) must have its bytes in \(file), \(reason)"), "\(text)")
    #expect(try album.bytes(of: "b") == Album.bytes(20, 1))
    #expect(try again.count("Photo") == 2)
    try album.add("c", Album.bytes(30), to: again)
    try again.save()
    #expect(try album.bytes(of: "c") == Album.bytes(30))
    // A context that has read the value before can set it again.
    try photo.setValue(Album.bytes(21), forKey: "bytes")
    try context.save()
    #expect(try album.bytes(of: "a") == Album.bytes(21))
  }

  @Test(arguments: [
    "../../etc/passwd", "/etc/passwd 1", "", " ", "3F2504E0-4F89-41D3-9A0C-0305E82C3301",
    "3F2504E0-4F89-41D3-9A0C-0305E82C3301 -1", "3F2504E0-4F89-41D3-9A0C-0305E82C3301 +20",
    "3F2504E0-4F89-41D3-9A0C-0305E82C3301 020", "3F2504E0-4F89-41D3-9A0C-0305E82C3301  20",
    "3F2504E0-4F89-41D3-9A0C-0305E82C3301 20 ", "3f2504e0-4f89-41d3-9a0c-0305e82c3301 20",
    "../3F2504E0-4F89-41D3-9A0C-0305E82C33 20", "3F2504E0-4F89-41D3-9A0C-0305E82C3301/../x 20",
    "3F2504E0-4F89-41D3-9A0C-0305E82C3301 99999999999999999999",
    "3F2504E0-4F89-41D3-9A0C-0305E82C3301 9999999999999",
  ])
  func `a reference that is none leads to no file`(_ reference: String) throws {
    let photo = try album.add("a", Album.bytes(20), to: context)
    try album.add("b", nil, to: context)
    try context.save()
    try Data(count: 20).write(to: URL(filePath: folder.file("passwd")))
    try runSQL("UPDATE Photo SET bytes = '\(reference)' WHERE name = 'a'", album.path)
    let error = #expect(throws: PersistentStoreError.self) { try album.bytes(of: "a") }
    let text = error?.description ?? ""
    #expect(
      text.contains(
        "must have its bytes in \(album.folder), but its row has \"\(reference)\", which is not "
          + "a file name"
      ),
      "\(text)")
    #expect(try album.bytes(of: "b") == nil)
    // A context that has read the value before replaces it, and no file is removed for it.
    try photo.setValue(Album.bytes(30), forKey: "bytes")
    try context.save()
    #expect(try album.bytes(of: "a") == Album.bytes(30))
    #expect(FileManager.default.fileExists(atPath: folder.file("passwd")))
  }

  @Test(arguments: ["x'00'", "1", "1.5", "zeroblob(40)"])
  func `what another program writes into a row itself is data, or refused`(_ value: String) throws {
    try album.add("a", Album.bytes(20), to: context)
    try context.save()
    try runSQL("UPDATE Photo SET bytes = \(value)", album.path)
    switch value {
    case "x'00'": #expect(try album.bytes(of: "a") == Data([0]))
    // Also above the limit.
    case "zeroblob(40)": #expect(try album.bytes(of: "a") == Data(count: 40))
    default: #expect(throws: PersistentStoreError.self) { try album.bytes(of: "a") }
    }
  }

  @Test func `the first save removes what a process has left, and nothing else`() throws {
    try album.add("a", Album.bytes(20), to: context)
    try context.save()
    let used = album.files
    let strangers = ["notes.txt", "3f2504e0-4f89-41d3-9a0c-0305e82c3301", "x", ".hidden"]
    for name in strangers + ["3F2504E0-4F89-41D3-9A0C-0305E82C3301", UUID().uuidString] {
      try Data("left".utf8).write(to: URL(filePath: "\(album.folder)/\(name)"))
    }
    let again = try Album(album.path)
    #expect(try again.container.makeContext().count("Photo") == 1)
    #expect(again.files.count == used.count + 6)
    // A dropped index loses nothing.
    try runSQL("DROP INDEX Photo_bytes_files", album.path)
    let reader = try again.container.store.reader()
    let other = again.container.makeContext()
    try again.add("b", nil, to: other)
    try other.save()
    #expect(again.files.count == used.count + 6, "somebody reads")
    _ = consume reader
    try again.add("c", nil, to: other)
    try other.save()
    #expect(again.files == (used + strangers).sorted())
    #expect(try album.bytes(of: "a") == Album.bytes(20))
  }

  @Test func `a folder that is removed under an open store is told by the next save`() throws {
    try album.add("a", Album.bytes(20), to: context)
    try context.save()
    try FileManager.default.moveItem(atPath: album.folder, toPath: album.folder + ".old")
    try album.add("b", Album.bytes(20), to: context)
    #expect(throws: SQLiteStoreError.replaced(path: album.path)) { try context.save() }
    try FileManager.default.moveItem(atPath: album.folder + ".old", toPath: album.folder)
    try context.save()
    #expect(album.files.count == 2)
  }

  @Test(arguments: [0o600, 0o644, 0o660] as [mode_t])
  func `files and their folder are as open as the database, and not more`(_ mode: mode_t) throws {
    let path = folder.file()
    try Data().write(to: URL(filePath: path))
    chmod(path, mode)
    let album = try Album(path)
    let context = album.container.makeContext()
    try album.add("a", Album.bytes(20), to: context)
    try context.save()
    func permissions(_ path: String) throws -> Int? {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      return attributes[.posixPermissions] as? Int
    }
    let reading = mode & 0o444
    #expect(try permissions(album.folder) == Int(mode | reading >> 2))
    #expect(try permissions("\(album.folder)/\(album.files[0])") == Int(mode))
  }

  #if os(Linux)
    @Test func `a store that nobody has any more has closed its files`() throws {
      let path = folder.file()
      func openFiles() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
          try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
        }.filter { $0.hasPrefix(path) }
      }
      do {
        let album = try Album(path)
        let context = album.container.makeContext()
        try album.add("a", Album.bytes(20), to: context)
        try context.save()
        #expect(try album.bytes(of: "a") == Album.bytes(20))
        #expect(try openFiles().contains(album.folder))
      }
      #expect(try openFiles() == [])
    }
  #endif

  @Test func `a model without such attributes has no folder`() throws {
    let ledger = try Ledger(folder.file())
    try ledger.start()
    #expect(!FileManager.default.fileExists(atPath: ledger.path + "-data"))
  }

  @Test func `a disk that is full is told, and the save succeeds once there is room`() async throws
  {
    let path = folder.file()
    await #expect(processExitsWith: .success) { [path = path as String] in
      signal(SIGXFSZ, SIG_IGN)
      let album = try Album(path)
      let context = album.container.makeContext()
      try album.add("large", Album.bytes(900_000), to: context)
      limitFiles(to: 500_000)
      let error = #expect(throws: SQLiteStoreError.self) { try context.save() }
      let text = error?.description ?? ""
      #expect(
        text.contains("must be written, but the system says") && text.contains("nothing is lost"))
      #expect(album.files == [] && context.hasChanges)
      limitFiles(to: nil)
      try context.save()
      #expect(try album.bytes(of: "large") == Album.bytes(900_000))
    }
  }
}
