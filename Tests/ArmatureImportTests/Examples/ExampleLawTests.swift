import Armature
import ArmatureModel
import Foundation
import TestSupport
import Testing

@testable import ArmatureImport

/// The law of proposals, for random data, for the samples and for public data.
@Suite struct ExampleLawTests {
  @Test(arguments: 0..<400)
  func `random records load and are written as they were`(seed: Int) throws {
    var examples = RandomExamples(seed: seed)
    try ExampleLaw.check("\(examples.records())", path: "books.json", "seed \(seed)")
  }

  @Test(arguments: 0..<200)
  func `random lists that refer to each other load and are written as they were`(seed: Int) throws {
    var examples = RandomExamples(seed: seed)
    try ExampleLaw.check("\(examples.tables())", path: "library.json", "seed \(seed)")
  }

  @Test(arguments: 0..<300)
  func
    `random documents load and are written as they were, or have a key that no property can have`(
      seed: Int
    ) throws
  {
    var random = SplitMix64(seed: UInt64(seed))
    let value = JSONValue.random(&random, depth: 4)
    let text = "\(JSONValue.object(["a": value, "b": .random(&random, depth: 3)]))"
    try ExampleLaw.check(text, path: "document.json", "seed \(seed)")
    guard value.objectValue?.isEmpty == false else { return }
    do {
      try ExampleLaw.check("\(value)", path: "document.json", "seed \(seed)")
    } catch let error as ModelError {
      #expect(error.issues[0].message.contains("key"), "seed \(seed)")
    }
  }

  @Test(arguments: 0..<200)
  func `random tables load, and are written with the same cells`(seed: Int) throws {
    let folder = try TemporaryFolder()
    var examples = RandomExamples(seed: seed)
    let path = try folder.write(examples.table(), to: "books.csv")
    // In a table of one column, empty cells at the end are no rows.
    guard try cells(of: path).values.contains(where: { !$0.isEmpty }) else { return }
    let proposal = try ExampleModel(contentsOf: path)
    let context = ManagedObjectContext(model: proposal.model)
    let report = try context.load(proposal.sources).report
    #expect(report.isEmpty, "\(report) seed \(seed)")
    let copy = try folder.write(try context.csv(of: "Book"), to: "copy.csv")
    #expect(try cells(of: copy) == cells(of: path), "seed \(seed)")
  }

  /// Returns the values of the cells by key, with numbers compared by their value.
  private func cells(of path: String) throws -> [String: [JSONValue]] {
    var keys: [String] = []
    var cells: [String: [JSONValue]] = [:]
    _ = try CSVCells.read(path, CSVFormat()) {
      keys = $0.map(\.key)
    } cell: { column, cell in
      let value: JSONValue
      switch cell {
      case .missing: value = .null
      case .text(let bytes):
        let text = String(decoding: bytes, as: UTF8.self)
        value = JSONNumber(text).map(JSONValue.number) ?? .string(text)
      }
      cells[keys[column], default: []].append(value)
    }
    return cells
  }

  /// The checkout.
  private static let root = #filePath.components(separatedBy: "/Tests/ArmatureImportTests/")[0]

  @Test(arguments: ["Library/library.json", "Migration/books.json", "Script/shop.json"])
  func `the samples keep the law`(name: String) throws {
    let data = try Data(contentsOf: URL(filePath: "\(Self.root)/Samples/\(name)"))
    try ExampleLaw.check(String(decoding: data, as: UTF8.self), path: name)
  }

  @Test func `documents of other programs keep the law`() throws {
    let folder = "\(Self.root)/Tests/ArmatureImportTests/Documents"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter {
      $0.hasSuffix(".json")
    }
    for name in names.sorted() {
      let data = try Data(contentsOf: URL(filePath: "\(folder)/\(name)"))
      try ExampleLaw.check(String(decoding: data, as: UTF8.self), path: name, "\(name)")
    }
    #expect(names.count > 20)
  }

  /// Folders with public data, which are not in the repository.
  private static let corpora = (ProcessInfo.processInfo.environment["ARMATURE_DATA"] ?? "").split(
    separator: ":"
  ).map(String.init)

  @Test(
    .enabled(
      if: !corpora.isEmpty,
      "ARMATURE_DATA must name folders of data files, separated by colons."),
    arguments: corpora)
  func `public data keeps the law`(folder: String) throws {
    let proposal = try ExampleModel(contentsOf: folder)
    let values = try proposal.files.map { file in
      let data = try Data(contentsOf: URL(filePath: file.path))
      return try JSONValue(parsing: String(decoding: data, as: UTF8.self))
    }
    try ExampleLaw.check(proposal, proposal.sources, values, "\(folder)")
  }
}
