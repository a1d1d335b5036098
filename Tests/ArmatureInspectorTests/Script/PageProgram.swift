import Foundation

@testable import ArmatureInspector

/// The functions of a page's script, called in Node.js. The parts that need a browser are left out.
struct PageProgram {
  /// The path of Node.js; `nil` if it is not installed.
  static let node: String? = {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { "\($0)/node" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  private let definitions: String

  init(_ page: InspectorPage) throws {
    typealias Script = PageFiles.Script
    let texts = try [page.model.json, page.objects ?? "null"].map(Self.literal)
    let start = """
      "use strict";
      const texts = { model: \(texts[0]), objects: \(texts[1]) };
      const document = { getElementById: (id) => ({ textContent: texts[id] }) };
      const location = { hash: "" };
      """
    let parts = [Script.elements, Script.model, Script.objects, Script.search, Script.condition]
    definitions = ([start] + parts).joined(separator: "\n")
  }

  /// Runs statements, and returns the decoded value of an expression.
  func value<Value: Decodable>(
    of expression: String, after statements: String = "", as type: Value.Type = Value.self
  ) throws -> Value {
    let (process, input, output) = (Process(), Pipe(), Pipe())
    process.executableURL = URL(filePath: Self.node ?? "node")
    process.arguments = ["-"]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let program = """
      \(definitions)
      \(statements)
      process.stdout.write(JSON.stringify(\(expression)));
      """
    try input.fileHandleForWriting.write(contentsOf: Data(program.utf8))
    try input.fileHandleForWriting.close()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return try JSONDecoder().decode(Value.self, from: text)
  }

  /// Returns a text as a JavaScript literal.
  static func literal(_ text: String) throws -> String {
    String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
  }
}
