import Armature
import ArmatureModel
import TestSupport
import Testing

@testable import ArmatureImport

/// Schemas of several files.
@Suite struct SchemaLoaderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func errors(_ path: String) -> [String] {
    let error = #expect(throws: ModelError.self) { try JSONSchemaModel(contentsOf: path) }
    return (error?.issues ?? []).map {
      "\($0.site): \($0.message)".replacing(folder.path + "/", with: "")
    }
  }

  /// Writes a schema of an object whose properties refer to addresses.
  private func write(_ references: [String], id: String? = nil, to name: String) throws -> String {
    let properties = references.enumerated().map { ##""p\##($0)": {"$ref": "\##($1)"}"## }
    let id = id.map { #""$id": "\#($0)", "# } ?? ""
    return try folder.write(
      "{\(id)\"type\": \"object\", \"properties\": {\(properties.joined(separator: ",\n"))}}",
      to: name)
  }

  @Test func `a definition that several files refer to is one entity`() throws {
    let order = try write(
      ["parts/address.json", "parts/person.json", "parts/address.json#/$defs/zip"], to: "order.json"
    )
    try folder.write(
      ##"""
      {"title": "Address", "type": "object", "properties": {"zip": {"$ref": "#/$defs/zip"}},
        "$defs": {"zip": {"type": "string", "pattern": "^[0-9]{5}$"}}}
      """##, to: "parts/address.json")
    _ = try write(["address.json", "./../order.json#"], to: "parts/person.json")
    let found = try JSONSchemaModel(contentsOf: order)
    #expect(found.rootEntity == "Order")
    #expect(found.model.entities.map(\.name) == ["Order", "Address", "Person"])
    #expect(
      found.model.entities.map { $0.relationships.map(\.destination) } == [
        ["Address", "Person"], [], ["Address", "Order"],
      ])
    #expect(found.model["Order"]?.attributes.map(\.type) == [.string, .json])
    let site = found.model["Address"]?.attributes.first?.site
    #expect(
      site?.file == folder.path + "/parts/address.json" && site?.line == 1 && site?.column == 62)
  }

  @Test func `an address that starts like the identifier of the root leads to a file beside it`()
    throws
  {
    let main = try write(
      ["https://example.com/s/sizes/small.json"], id: "https://example.com/s/main.json",
      to: "main.json")
    try folder.write(#"{"type": "integer", "maximum": 9}"#, to: "sizes/small.json")
    #expect(
      try JSONSchemaModel(contentsOf: main).model["Main"]?.attributes.map(\.type) == [
        .int64, .json,
      ])
  }

  @Test(
    arguments: [
      "../outside.json", "a/../../outside.json", "/etc/passwd", "https://example.com/outside.json",
      "file:///etc/passwd", "..%2Foutside.json", "//example.com/a.json",
    ])
  func `nothing outside of the folder is read`(address: String) throws {
    try folder.write(#"{"type": "string"}"#, to: "outside.json")
    let path = try write([address], to: "inside/main.json")
    #expect(
      errors(path) == [
        "inside/main.json:1:50: The model must refer to schemas in the same file, or in files of "
          + "its folder, but \"\(address)\" leads elsewhere. Bundle the files into one."
      ])
  }

  @Test func `issues have the line and column of their file`() throws {
    let path = try write(["part.json", "none.json", "part.json#/$defs/no"], to: "main.json")
    let part =
      "{\"type\": \"object\",\n \"properties\": {\"a\": {\"type\": \"string\", \"minLength\": -1},"
    try folder.write(part + "\n \"b\": {\"$ref\": \"#/no\"}}}", to: "part.json")
    #expect(
      errors(path) == [
        "main.json:2:16: The model must refer to files that can be read, but \"none.json\" does not: "
          + "none.json must be a file, but no file has this path.",
        "main.json:3:16: The model must have the schema \"part.json#/$defs/no\" that it refers to, "
          + "but lacks it.",
        "part.json:3:16: The model must have the schema \"#/no\" that it refers to, but lacks it.",
      ])
    try folder.write(part + "\n \"b\": {}}}", to: "part.json")
    let other = try write(["part.json"], to: "other.json")
    let issues = try JSONSchemaModel(contentsOf: other).issues
    #expect(
      issues.contains { $0.site.file.hasSuffix("/part.json") && $0.site.line == 2 }, "\(issues)")
    try folder.write(part, to: "part.json")
    #expect(errors(other).first?.hasPrefix("part.json:2:") ?? false)
  }

  @Test func `files are limited in number`() throws {
    for number in 0...300 {
      _ = try write(["f\(number + 1).json"], to: "f\(number).json")
    }
    #expect(
      errors(folder.file("f0.json")) == [
        "f199.json:1:50: A schema must have at most 200 files, but has more."
      ])
    #expect(throws: ModelError.self) { try JSONSchemaModel(contentsOf: folder.file("f299.json")) }
  }

  @Test func `files are limited in size`() throws {
    let path = try write(["big.json"], to: "main.json")
    try folder.write(String(repeating: " ", count: 16 << 20) + "{}", to: "big.json")
    #expect(
      errors(path) == [
        "main.json:1:50: The files of a schema must have at most 16 MiB, but have more."
      ])
  }
}
