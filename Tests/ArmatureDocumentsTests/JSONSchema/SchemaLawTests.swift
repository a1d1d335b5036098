import ArmatureModel
import ArmatureDocuments
import Foundation
import TestSupport
import Testing

/// The Python interpreter, if it has a schema validator.
private enum Python {
  static let hasValidator = run(["-c", "import jsonschema"]) == 0

  /// Runs the interpreter and returns its exit status.
  static func run(_ arguments: [String]) -> Int32? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3"] + arguments
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    process.waitUntilExit()
    return process.terminationStatus
  }
}

/// Documents that a load accepts are valid under the schema; documents with failures that a schema can express are not.
@Suite(.enabled(if: Python.hasValidator, "python3 with its module jsonschema is not installed"))
struct SchemaLawTests {
  /// The number of documents compared for each model; `ARMATURE_SCHEMA_DOCUMENTS` increases it.
  private static let count =
    ProcessInfo.processInfo.environment["ARMATURE_SCHEMA_DOCUMENTS"].flatMap { Int($0) } ?? 60

  private struct Input: Encodable {
    let schema: String
    let openAPI: String
    let documents: [SchemaDocuments.Document]
  }

  /// Compares each result with a validator's and prints the texts with different results.
  private static let script = """
    import json, sys
    from jsonschema import Draft202012Validator as Validator

    def strict(node):
        # A `$` of Python matches before a line break at the end, too.
        if isinstance(node, list): return [strict(part) for part in node]
        if not isinstance(node, dict): return node
        return {key: value[:-1] + "\\\\Z" if key == "pattern" and isinstance(value, str) else strict(value)
                for key, value in node.items()}

    data = json.load(open(sys.argv[1]))
    schema = json.loads(data["schema"])
    Validator.check_schema(schema)
    for part in json.loads(data["openAPI"])["components"]["schemas"].values(): Validator.check_schema(part)
    validator = Validator(strict(schema))
    answer = open(sys.argv[2], "w")
    for document in data["documents"]:
        errors = [error.message for error in validator.iter_errors(json.loads(document["text"]))]
        if document["loads"] and errors:
            print("is refused:", document["text"], errors, file=answer)
        if document["isSayable"] and not errors:
            print("is let through:", document["text"], document["failures"], file=answer)
    """

  @Test(arguments: SchemaModels.names)
  func `a validator and a load agree`(name: String) throws {
    let model = try SchemaModels.model(named: name)
    var made = SchemaDocuments(model, seed: 5)
    var documents: [SchemaDocuments.Document] = []
    for _ in 0..<(4 * Self.count) where documents.count < Self.count {
      if let document = try made.next() { documents.append(document) }
    }
    // Both valid and invalid ones.
    #expect(documents.count == Self.count)
    #expect(documents.contains(where: \.loads) && documents.contains(where: \.isSayable))
    let folder = FileManager.default.temporaryDirectory.appending(path: "armature-schema-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (input, answer) = (folder.appending(path: "input"), folder.appending(path: "answer"))
    let schema = ModelSchema(model)
    try JSONEncoder().encode(
      Input(schema: schema.jsonSchema(), openAPI: schema.openAPI(), documents: documents)
    ).write(to: input)
    #expect(Python.run(["-c", Self.script, input.path, answer.path]) == 0)
    let differences = try String(contentsOf: answer, encoding: .utf8).split(separator: "\n")
    #expect(
      differences.isEmpty, "\(differences.count): \(differences.prefix(3).joined(separator: "\n"))")
  }
}
