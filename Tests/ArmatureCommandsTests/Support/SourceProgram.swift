import Armature
import ArmatureTools
import Testing

@testable import ArmatureCommands

/// The sources of several models, compiled together because separate calls of the compiler would dominate the time.
struct SourceProgram {
  private var script = "import Armature\nimport Foundation\n"
  /// The expected output of the program.
  private var expected = ""
  private var count = 0
  /// The files of all sources.
  private var texts: [String] = []

  /// Adds the source of a model and prints the model's fingerprint.
  ///
  /// - Parameters:
  ///   - model: A model. Except in the dynamic tier, no other model has entities of the same names.
  ///   - tier: The tier of the source.
  ///   - code: The code to run in a function, where `model` is the model.
  ///   - output: The expected output of the code.
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

  /// Compiles and runs the program, which must not produce warnings, and formats the sources, which must not change
  /// them.
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
