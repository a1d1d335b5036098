import Foundation

private let records = BookDocument.recordCount

/// The command `armature`: starting scripts, and validating a file with 100,000 records.
func commandBenchmarks() -> [Benchmark] {
  let document = Shared { BookDocument.json(records) }
  let files = Shared { CommandFiles() }
  return [
    Benchmark(
      name: "command/run", repetitions: 5,
      comparisons: [
        Comparison(
          subject: "first", baseline: .nothing, goal: .atMost(3000, .milliseconds),
          note: "compiles the script"),
        Comparison(subject: "program", baseline: .nothing, goal: .atMost(20, .milliseconds)),
        Comparison(
          subject: "again", baseline: .nothing, goal: .atMost(50, .milliseconds),
          note: "beside the program's own time"),
      ]
    ) {
      #if !os(Linux)
        throw Skipped(reason: "the script asks Linux where its program is")
      #endif
      let program = try files.value.program()
      return [
        .measured("first", .milliseconds) { try files.value.firstRun() },
        .measured("program", .milliseconds) { try childTime { try program.run() } / 1e6 },
        .measured("again", .milliseconds) {
          let own = try childTime { try program.run() }
          return try (childTime { _ = try files.value.call(["run", files.value.script]) } - own)
            / 1e6
        },
      ]
    },
    Benchmark(
      name: "command/validate", repetitions: 5,
      bytesPerOperation: BookDocument.bytesPerRecord,
      comparisons: [
        Comparison(
          subject: "command", baseline: .limit(OurJSON.objects), goal: .ratio(atMost: 1.3),
          note: "the library in a process that has begun"),
        Comparison(
          subject: "command", baseline: .peer("pydantic script"), goal: .timesFaster(atLeast: 10),
          note: "pydantic: no rule over two attributes; both from cold start"),
      ]
    ) {
      let data = try files.value.write(document.value, "Book.json")
      // The first call compiles the model.
      _ = try files.value.call(["validate", files.value.model, data])
      return [
        .measured("command", .nanoseconds) {
          try childTime { _ = try files.value.call(["validate", files.value.model, data]) }
            / Double(records)
        },
        .measured("pydantic script", .nanoseconds) {
          try childTime { try PythonPeers.run("validate_books.py", [data]) } / Double(records)
        },
      ] + OurJSON.loadAndValidate(document.value, records)
    },
  ]
}

/// A folder with a script, a model, and its own cache.
private final class CommandFiles {
  private let folder: URL
  private let variables: [String: String]
  private var scriptCount = 0

  init() {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("armature-command-\(ProcessInfo.processInfo.processIdentifier)")
    variables = ["XDG_CACHE_HOME": folder.path]
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The command built by `swift build -c release` in the parent folder, or named by the environment variable.
  private static var command: String {
    ProcessInfo.processInfo.environment["ARMATURE"]
      ?? PythonPeers.folder.appendingPathComponent("../.build/release/armature")
      .standardizedFileURL.path
  }

  var script: String { get throws { try write(Array(Self.scriptText.utf8), "script.swift") } }
  var model: String { get throws { try write(Array(Self.modelText.utf8), "model.swift") } }

  func write(_ bytes: [UInt8], _ name: String) throws -> String {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appendingPathComponent(name)
    try Data(bytes).write(to: file)
    return file.path
  }

  /// Runs the command; throws an error if it fails.
  func call(_ arguments: [String]) throws -> String {
    guard FileManager.default.isExecutableFile(atPath: Self.command) else {
      throw Skipped(reason: "there is no \(Self.command); swift build -c release makes it")
    }
    let outcome = try ChildProcess.run(Self.command, arguments, environment: variables)
    guard outcome.status == 0 else {
      throw Skipped(reason: "armature ended with \(outcome.status)")
    }
    return outcome.output
  }

  /// Returns the program compiled from the script.
  func program() throws -> CompiledScript {
    let path = try call(["run", script])
    return CompiledScript(path: path.trimmingCharacters(in: .newlines))
  }

  /// Returns the time of a new script's first run, in milliseconds.
  func firstRun() throws -> Double {
    scriptCount += 1
    let text = "\(Self.scriptText)// \(scriptCount)\n"
    let file = try write(Array(text.utf8), "new\(scriptCount).swift")
    return try elapsed { _ = try call(["run", file]) } / 1_000_000
  }

  struct CompiledScript {
    let path: String

    func run() throws { _ = try ChildProcess.run(path, []) }
  }

  /// A script that prints the path of its program.
  private static let scriptText = """
    import Armature
    import Glibc

    let model = try ManagedObjectModel("Shop") {
      Entity("Product") {
        Attribute("sku", String.self).matching("[A-Z]{3}-[0-9]{4}").identifying()
        Attribute("price", Decimal.self).range(0...)
      }
    }
    var path = [UInt8](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &path, path.count)
    print(String(decoding: path.prefix(count), as: UTF8.self))

    """

  /// The rules of `BookRules`.
  private static let modelText = """
    import Armature

    let published =
      Date(timeIntervalSince1970: -5_000_000_000)...Date(timeIntervalSince1970: 4_000_000_000)
    let model = try ManagedObjectModel("Library") {
      Entity("Book") {
        Attribute("title", String.self).length(1...200)
        Attribute("author", String.self).length(1...100)
        Attribute("isbn", String.self).matching("97[89]-[0-9]{10}")
        Attribute("language", String.self).oneOf(["en", "fr", "de", "es", "it", "ja"])
        Attribute("email", String?.self).matching(#"[a-z0-9._%+-]+@[a-z0-9.-]+\\.[a-z]{2,}"#)
        Attribute("pages", Int.self).range(1...10_000)
        Attribute("stock", Int.self).range(0...)
        Attribute("price", Double.self).range(0...1000)
        Attribute("inPrint", Bool.self)
        Attribute("published", Date?.self).range(published)
        Rule("a book in stock is in print") { $0.stock == 0 || $0.inPrint == true }
      }
    }

    """
}
