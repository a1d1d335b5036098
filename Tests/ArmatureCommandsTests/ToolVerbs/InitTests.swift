import Testing

@testable import ArmatureCommands

@Suite struct InitTests {
  private let folder: Folder
  /// The checkout that packages depend on: the tests' own checkout might have the name of one of them.
  private let checkout: String

  init() throws {
    folder = try Folder()
    checkout = try folder.write("", to: "depended on/Package.swift").parentPath
  }

  @Test func `a new package has a model, data, a script and tests`() throws {
    let path = folder.path.appendingPath("Mein Lädchen")
    let outcome = Outcome.of(["init", path])
    #expect(outcome.status == 0)
    #expect(outcome.talk == "Next: cd '\(path)' && swift test && swift run data-check data.json\n")
    let files = outcome.result.split(separator: "\n").map { $0.dropFirst(path.count + 1) }
    #expect(
      files == [
        "Package.swift", "Sources/MeinLädchen/Model.swift", "Sources/data-check/main.swift",
        "data.json", "Tests/MeinLädchenTests/ModelTests.swift", ".gitignore",
      ])
    // The second time, the folder is not empty.
    let again = Outcome.of(["init", path])
    #expect(again.status == 64 && again.talk.contains("must be empty, but has Package.swift."))
  }

  @Test func `a dry run lists the files and writes none`() throws {
    let path = folder.path.appendingPath("Shop")
    let dry = Outcome.of(["init", path, "--package", checkout, "--dry-run"])
    #expect(FileStatus(path) == nil)
    #expect(dry.status == 0 && dry.talk == "")
    let made = Outcome.of(["init", path, "--package", checkout])
    #expect(made.result == dry.result)
    #expect(made.talk == "Next: cd \(path) && swift test && swift run shop-check data.json\n")
    let quiet = folder.path.appendingPath("Other")
    #expect(Outcome.of(["init", quiet, "--package", checkout, "--quiet"]).talk == "")
  }

  @Test func `a package needs a checkout`() throws {
    let path = folder.path.appendingPath("new")
    let outcome = Outcome.of(["init", path, "--package", "/no/such/checkout"])
    #expect(outcome.status == 69 && outcome.talk.contains("Use --package to name it."))
    #expect(FileStatus(path) == nil)
  }

  @Test(arguments: ["Armature", "armature.git", "armature-main", "a \"b\""])
  func `a checkout in a folder of any name is called Armature`(folderName: String) throws {
    let checkout = try folder.write("", to: "there/\(folderName)/Package.swift").parentPath
    let place = folder.path.appendingPath("Shop")
    #expect(Outcome.of(["init", place, "--package", checkout]).status == 0)
    let text = String(
      decoding: try Files.read(place.appendingPath("Package.swift")), as: UTF8.self)
    let path = (checkout.resolvedPath ?? checkout).replacing("\"", with: "\\\"")
    #expect(text.contains(".package(name: \"Armature\", path: \"\(path)\")"), "\(text)")
    #expect(text.contains(".product(name: \"Armature\", package: \"Armature\")"), "\(text)")
    #expect(text.contains(".product(name: \"ArmatureTesting\", package: \"Armature\")"), "\(text)")
  }

  @Test func `a package cannot be called like a checkout whose folder ends with git`() throws {
    let checkout = try folder.write("", to: "there/Shop.git/Package.swift").parentPath
    let place = folder.path.appendingPath("shop")
    let outcome = Outcome.of(["init", place, "--package", checkout])
    #expect(outcome.status == 64 && outcome.talk.contains("Choose another name."), "\(outcome)")
  }

  @Test(arguments: [
    ("class", "Class"), ("init", "Init"), ("main", "Main"), ("shop", "Shop"), ("9", "Shop"),
    ("Any", "Shop"), ("self", "Shop"), ("Testing", "Shop"), ("ArmatureModel", "Shop"),
    ("a-b", "Ab"), ("String", "String"), ("Bücher", "Bücher"), ("übung", "Übung"), ("ßa", "SSa"),
    ("Bu\u{308}cher", "Bücher"), ("本屋", "本屋"), ("магазин", "Магазин"), ("e\u{308}\u{301}x", "X"),
    // Letters that SwiftPM would replace, so that it could not find the module.
    ("Coș", "Co"), ("ŉ", "ŉ"), ("😀", "Shop"), ("a\u{10FEE9}", "A"),
  ])
  func `the module has a name that the compiler takes`(folderName: String, module: String) throws {
    let place = folder.path.appendingPath(folderName)
    let outcome = Outcome.of(["init", place, "--package", checkout, "--dry-run"])
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.result.contains("/Sources/\(module)/Model.swift\n"), "\(outcome)")
  }

  @Test func `a package cannot be called like the one it depends on`() throws {
    let place = folder.path.appendingPath("new/Depended On")
    let outcome = Outcome.of(["init", place, "--package", checkout])
    #expect(outcome.status == 64 && outcome.talk.contains("Choose another name."), "\(outcome)")
    #expect(FileStatus(place) == nil)
  }

  @Test func `a file is no folder`() throws {
    let file = try folder.write("kept", to: "file")
    let outcome = Outcome.of(["init", file, "--package", checkout])
    #expect(outcome.status == 64 && outcome.talk.contains("must be a folder, but is not."))
    #expect(try Files.read(file) == Array("kept".utf8))
  }

  @Test func `a package for data has the proposed model, and a copy of the data`() throws {
    let data = try folder.write("title,pages\nEmma,474\nDune,612\n", to: "my books.csv")
    let path = folder.path.appendingPath("Shelf")
    let outcome = Outcome.of(["init", path, "--package", checkout, "--from", data])
    #expect(outcome.status == 0, "\(outcome)")
    #expect(
      outcome.talk.contains(
        "\(data): warning: MyBook.title identifies the objects: its 2 values are all different."))
    #expect(
      outcome.talk.hasSuffix(
        "Next: cd \(path) && swift test && swift run shelf-check 'Data/my books.csv'\n"))
    let files = outcome.result.split(separator: "\n").map { $0.dropFirst(path.count + 1) }
    #expect(
      files == [
        "Package.swift", "Sources/Shelf/Model.swift", "Sources/Shelf/Data.swift",
        "Sources/shelf-check/main.swift", "Tests/ShelfTests/ModelTests.swift", ".gitignore",
        "Data/my books.csv",
      ])
    #expect(try Files.read(path.appendingPath("Data/my books.csv")) == Files.read(data))
    let model = try Files.read(path.appendingPath("Sources/Shelf/Model.swift"))
    #expect(String(decoding: model, as: UTF8.self).contains("public func makeModel() throws"))
  }

  @Test func `without usable data there is no package`() throws {
    let path = folder.path.appendingPath("Shelf")
    let data = try folder.write("[{\"a\": 1},\n  7]", to: "books.json")
    let outcome = Outcome.of(["init", path, "--package", checkout, "--from", data])
    #expect(outcome.status == 65 && FileStatus(path) == nil)
    #expect(outcome.talk.hasPrefix("\(data):2:3: error: Each record must be an object"))
    let missing = Outcome.of(["init", path, "--package", checkout, "--from", data + "x"])
    #expect(missing.status == 66 && FileStatus(path) == nil)
  }

  @Test func `a dry run for data copies nothing`() throws {
    let data = try folder.write("title\nEmma\n", to: "books.csv")
    let path = folder.path.appendingPath("Shelf")
    let arguments = ["init", path, "--package", checkout, "--from", data]
    let dry = Outcome.of(arguments + ["--dry-run"])
    #expect(dry.status == 0 && FileStatus(path) == nil)
    #expect(Outcome.of(arguments).result == dry.result)
  }

  @Test func `the script and the tests for data compile, and the script finds the data valid`()
    throws
  {
    let data = try folder.write(
      "[{\"id\": 1, \"size\": {\"w\": 1}}, {\"id\": 2, \"size\": {\"w\": 2}, \"tags\": [\"\\\"\"]}]",
      to: "books.json")
    let path = folder.path.appendingPath("Shelf")
    #expect(Outcome.of(["init", path, "--package", checkout, "--from", data]).status == 0)
    func text(_ file: String) throws -> String {
      try String(decoding: Files.read(path.appendingPath(file)), as: UTF8.self)
    }
    // One script with all parts, because a package would compile the library again.
    let script = try [
      "Sources/Shelf/Model.swift", "Sources/Shelf/Data.swift", "Sources/shelf-check/main.swift",
    ].map(text).joined(separator: "\n").replacing("import Shelf\n", with: "")
    let file = try folder.write(script, to: "check.swift")
    let outcome = try Command.shared.run(["run", file, path.appendingPath("Data/books.json")])
    #expect(outcome.status == 0 && outcome.talk.isEmpty, "\(outcome)")
    #expect(outcome.result == "objects: 2 Book\n", "\(outcome)")
  }
}
