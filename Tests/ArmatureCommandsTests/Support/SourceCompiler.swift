import Armature
import ArmatureTools
import Testing

@testable import ArmatureCommands

/// Compiles the source of one model after the other as users do: in separate files, with an installed library.
struct SourceCompiler {
  private let folder: Folder
  private let library: String
  private let compiler: String

  init() throws {
    folder = try Folder()
    let outcome = try Command.shared.run(["install", "--prefix", folder.path])
    #expect(outcome.status == 0, "\(outcome)")
    library = folder.path.appendingPath("lib/armature")
    compiler = String(
      decoding: try Files.read(library.appendingPath("compiler")), as: UTF8.self)
  }

  /// Compiles the source of a model. The source must compile without warnings, be formatted, and create an equal model.
  ///
  /// - Parameter name: The model's name in failures.
  func check(_ model: ManagedObjectModel, as tier: SwiftSource.Tier, _ name: String) throws {
    let source = SwiftSource(of: model, as: tier)
    let files = try Folder()
    var texts = source.classFiles.map { ($0.name, $0.text) }
    if tier == .classes {
      texts.append(("Model.swift", source.text))
      try files.write(
        "import Armature\n\nprint(try makeModel().fingerprint)\n", to: "main.swift")
    } else {
      texts.append(("main.swift", source.text))
    }
    let paths = try texts.map { try files.write($1, to: $0) }
    let format = try call("/usr/bin/env", ["swift", "format", "--in-place"] + paths)
    #expect(format.status == 0 && format.talk.isEmpty, "\(name): \(format)")
    for (path, (_, text)) in zip(paths, texts) {
      #expect(try String(decoding: Files.read(path), as: UTF8.self) == text, "\(name)")
    }
    if tier != .classes {
      try files.write(source.text + "print(model.fingerprint)\n", to: "main.swift")
    }
    let program = files.path.appendingPath("program")
    let all = Set(paths + [files.path.appendingPath("main.swift")])
    let made = try call(
      compiler,
      all.sorted() + [
        "-wmo", "-swift-version", "6", "-module-name", "Model", "-o", program,
        "-I", library.appendingPath("modules"), "-L", library, "-lArmature",
        "-Xlinker", "-rpath", "-Xlinker", library,
        // Scripts use this setting; packages do not unless they request it.
      ] + (tier == .classes ? [] : ["-default-isolation", "MainActor"]))
    #expect(made == Outcome(status: 0, result: "", talk: ""), "\(name)")
    guard made.status == 0 else { return }
    #expect(
      try call(program, []) == Outcome(status: 0, result: "\(model.fingerprint)\n", talk: ""),
      "\(name)")
  }

  private func call(_ program: String, _ arguments: [String]) throws -> Outcome {
    try Command.run(program, arguments, variables: Command.shared.variables)
  }
}
