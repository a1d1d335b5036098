import Armature
import ArmatureTools
import Testing

@testable import ArmatureCommands

/// The sources of models, compiled together: a call of the compiler for each would take most of the time.
struct SourceProgram {
  private var script = "import Armature\nimport Foundation\n"
  /// What the program prints.
  private var expected = ""
  private var count = 0
  /// The files of all sources.
  private var texts: [String] = []

  /// Adds the source of a model, which prints its fingerprint.
  ///
  /// - Parameters:
  ///   - model: A model; no other has entities of the same names, but in the dynamic tier.
  ///   - tier: The tier of the source.
  ///   - code: What is done with the model, which has the name `model`, in a function.
  ///   - output: What that prints.
  mutating func add(
    _ model: ManagedObjectModel, as tier: SwiftSource.Tier, running code: String = "",
    printing output: String = ""
  ) {
    count += 1
    let name = "model\(count)"
    let source = SwiftSource(of: model, as: tier)
    for text in [source.text] + source.classFiles.map(\.text) {
      texts.append(text)
      script += text.replacing("import Armature\n", with: "")
        .replacing("import Foundation\n", with: "")
        .replacing("let model = try", with: "let \(name) = try")
        .replacing("func makeModel()", with: "func makeModel\(count)()")
    }
    if tier == .classes { script += "let \(name) = try makeModel\(count)()\n" }
    script += "print(\(name).fingerprint)\n"
    expected += "\(model.fingerprint)\n"
    if !code.isEmpty {
      script += "func run\(count)(_ model: ManagedObjectModel) throws {\n\(code)\n}\n"
      script += "try run\(count)(\(name))\n"
      expected += output
    }
  }

  /// Compiles and runs the program, which has no warning, and formats the sources, which changes nothing.
  func check() throws {
    try checkFormat()
    let folder = try Folder()
    let outcome = try Command.shared.run(["run", folder.write(script, to: "models.swift")])
    #expect(outcome.status == 0 && outcome.talk.isEmpty, "\(outcome)")
    #expect(outcome.result == expected)
  }

  private func checkFormat() throws {
    let folder = try Folder()
    let paths = try texts.enumerated().map { try folder.write($1, to: "\($0).swift") }
    let outcome = try Command.run(
      "/usr/bin/env", ["swift", "format", "--in-place"] + paths,
      variables: Command.shared.variables)
    #expect(outcome.status == 0, "\(outcome)")
    for (path, text) in zip(paths, texts) {
      #expect(try String(decoding: Files.read(path), as: UTF8.self) == text)
    }
  }
}
