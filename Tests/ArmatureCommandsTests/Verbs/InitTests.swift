import Testing

@testable import ArmatureCommands

@Suite struct InitTests {
  @Test func `a new package has a model, data, a script and tests`() throws {
    let folder = try Folder()
    let path = folder.path.appendingPath("Mein Lädchen")
    let outcome = Outcome.of(["init", path])
    #expect(outcome.status == 0 && outcome.talk == "", "\(outcome)")
    let files = outcome.result.split(separator: "\n").map { $0.dropFirst(path.count + 1) }
    #expect(
      files == [
        "Package.swift", "Sources/MeinLdchen/Model.swift", "Sources/meinldchen-check/main.swift",
        "data.json", "Tests/MeinLdchenTests/ModelTests.swift", ".gitignore",
      ])
    // A second time there is something in the way.
    let again = Outcome.of(["init", path])
    #expect(again.status == 64 && again.talk.contains("must be empty, but has Package.swift."))
  }

  @Test func `a dry run lists the files and writes none`() throws {
    let folder = try Folder()
    let path = folder.path.appendingPath("Shop")
    let dry = Outcome.of(["init", path, "--dry-run"])
    #expect(try Files.names(in: folder.path) == [])
    #expect(dry.status == 0 && dry == Outcome.of(["init", path]))
  }

  @Test func `a package needs a checkout`() throws {
    let folder = try Folder()
    let outcome = Outcome.of(["init", folder.path, "--package", "/no/such/checkout"])
    #expect(outcome.status == 69 && outcome.talk.contains("Say with --package where it is."))
    #expect(try Files.names(in: folder.path) == [])
  }

  @Test(arguments: [
    ("class", "Class"), ("init", "Init"), ("main", "Main"), ("shop", "Shop"), ("9", "Shop"),
    ("Any", "Shop"), ("self", "Shop"), ("Testing", "Shop"), ("ArmatureModel", "Shop"),
    ("a-b", "Ab"), ("String", "String"),
  ])
  func `the module has a name that the compiler takes`(folderName: String, module: String) throws {
    let folder = try Folder()
    let outcome = Outcome.of(["init", folder.path.appendingPath(folderName), "--dry-run"])
    #expect(outcome.status == 0)
    #expect(outcome.result.contains("/Sources/\(module)/Model.swift\n"), "\(outcome)")
  }

  @Test func `a package cannot be called like the one it depends on`() throws {
    let folder = try Folder()
    let checkout = try folder.write("", to: "Armature/Package.swift").parentPath
    let place = folder.path.appendingPath("new/armature")
    let outcome = Outcome.of(["init", place, "--package", checkout])
    #expect(outcome.status == 64 && outcome.talk.contains("Choose another name."), "\(outcome)")
    #expect(FileStatus(place) == nil)
  }

  @Test func `a file is no folder`() throws {
    let folder = try Folder()
    let file = try folder.write("kept", to: "file")
    let outcome = Outcome.of(["init", file])
    #expect(outcome.status == 64 && outcome.talk.contains("must be a folder, but is none."))
    #expect(try Files.read(file) == Array("kept".utf8))
  }
}
