import Testing

@testable import ArmatureCommands

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@Suite struct FilesTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func text(_ path: String) throws -> String {
    String(decoding: try Files.read(path), as: UTF8.self)
  }

  private func status(_ path: String) throws -> stat {
    var status = stat()
    try #require(lstat(path, &status) == 0)
    return status
  }

  /// All names in the folder, to check that a write leaves nothing else behind.
  private var names: [String] { get throws { try Files.names(in: folder.path) } }

  @Test func `a file that is there keeps its permissions, and a new one has the usual ones`() throws
  {
    let path = try folder.write("old", to: "shop.json")
    for mode: mode_t in [0o600, 0o640, 0o755, 0o4711] {
      // Only the superuser can give a file to another user.
      if geteuid() == 0 { chown(path, 1, 1) }
      chmod(path, mode)
      let before = try status(path)
      try Files.write("new \(mode)", to: path)
      let after = try status(path)
      #expect(
        after.st_mode == before.st_mode && after.st_uid == before.st_uid
          && after.st_gid == before.st_gid)
      #expect(try text(path) == "new \(mode)")
    }
    let new = folder.path.appendingPath("new")
    try Files.write("text", to: new)
    #expect(try status(new).st_mode & 0o777 == 0o644)
    try Files.copy(new, to: path, mode: 0o700)
    #expect(try status(path).st_mode & 0o7777 == 0o700)
    #expect(try names == ["new", "shop.json"])
  }

  @Test func `of links the file is written that they lead to, though it is not there yet`() throws {
    let target = try folder.write("old", to: "shared/shop.json")
    for (link, target) in [
      ("near", "shared/shop.json"), ("far", target), ("twice", "near"),
      ("next", "shared/next.json"),
    ] {
      symlink(target, folder.path.appendingPath(link))
    }
    for link in ["near", "far", "twice", "next"] {
      let path = folder.path.appendingPath(link)
      try Files.write("by \(link)", to: path)
      #expect(try status(path).st_mode & S_IFMT == S_IFLNK)
      #expect(try text(path) == "by \(link)")
    }
    #expect(try text(target) == "by twice")
    #expect(try Files.names(in: target.parentPath) == ["next.json", "shop.json"])
    let circle = folder.path.appendingPath("circle")
    symlink("circle", circle)
    let error = #expect(throws: CommandError.self) { try Files.write("", to: circle) }
    #expect(error?.status == .inputOutput)
  }

  @Test func `devices and pipes are written into`() throws {
    try Files.write("nothing", to: "/dev/null")
    #expect(try status("/dev/null").st_mode & S_IFMT == S_IFCHR)
    let pipe = folder.path.appendingPath("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    let reader = open(pipe, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    try Files.write("through", to: pipe)
    var bytes = [UInt8](repeating: 0, count: 100)
    let count = read(reader, &bytes, bytes.count)
    #expect(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self) == "through")
    #expect(try status(pipe).st_mode & S_IFMT == S_IFIFO)
    #expect(try names == ["pipe"])
  }

  #if os(Linux)
    @Test func `what this process was given open is appended to, and not replaced`() throws {
      let path = try folder.write("kept ", to: "log")
      let descriptor = open(path, O_WRONLY | O_APPEND)
      defer { close(descriptor) }
      let before = try status(path).st_ino
      try Files.write("and more", to: "/dev/fd/\(descriptor)")
      #expect(try text(path) == "kept and more" && status(path).st_ino == before)
    }

    @Test func `what fails says so, and leaves nothing behind`() throws {
      let path = try folder.write("old", to: "shop.json")
      for (place, reason) in [
        (folder.path, "Is a directory"), ("", "No such file"),
        (folder.path.appendingPath("none/shop.json"), "No such file"),
        (path.appendingPath("shop.json"), "Not a directory"),
        (folder.path.appendingPath(String(repeating: "a", count: 300)), "File name too long"),
        ("/dev/full", "No space left on device"),
      ] {
        let error = #expect(throws: CommandError.self, "\(place)") {
          try Files.write("new", to: place)
        }
        #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
      }
      #expect(try names == ["shop.json"] && text(path) == "old")
    }

    @Test func `a file that grows too large is an error, and the old one stays`() throws {
      let model = try folder.write(Shop.model(), to: "shop.json")
      let page = try folder.write("old", to: "page.html")
      // Runs in a shell, because the limit applies to a process.
      let outcome = try Command.run(
        "/bin/sh",
        [
          "-c", "ulimit -f 8; exec \"$@\"", "sh", Command.shared.path, "inspect", model, "-o", page,
        ],
        variables: Command.shared.variables)
      #expect(outcome.status == ExitStatus.inputOutput.rawValue, "\(outcome)")
      #expect(
        outcome.talk.contains("page.html must be written, but the system says “File too large”"))
      #expect(try names == ["page.html", "shop.json"] && text(page) == "old")
    }
  #endif
}
