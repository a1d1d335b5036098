import Armature
import ArmatureSQLite
import Foundation
import TestSupport
import Testing

/// Insertions from JSON and CSV, in every store.
@Suite(.needsSQLite) struct BatchRecordsTests {
  private static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel("Letters") {
      Entity("Letter") {
        Attribute("number", Int.self).identifying()
        Attribute("text", String.self).length(1...2_000)
        Attribute("size", Int?.self).range(0...1_000)
        Relationship("answers", to: "Letter", inverse: "answer")
        Relationship("answer", to: "Letter", inverse: "answers")
        Relationship("writer", to: "Writer", inverse: "letters")
      }
      Entity("Writer") {
        Attribute("name", String.self).identifying()
        Relationship("letters", to: "Letter", .toMany, inverse: "writer")
      }
    }
  }

  /// The format of records.
  enum Form: String, CaseIterable {
    case csv, ndjson, json

    /// Creates a file with a letter for each number; its texts are long and non-ASCII.
    ///
    /// - Parameter size: Returns the size written for a letter.
    func file(
      _ folder: TemporaryFolder, _ numbers: Range<Int>, size: (Int) -> String = { "\($0 % 7)" }
    ) throws -> String {
      var lines = self == .csv ? ["number,text,size,answers,writer"] : []
      for number in numbers {
        let text = "é\(number)" + String(repeating: "ß\n\"", count: 380 + number % 50)
        let former = number % 3 == 0 && number > numbers.lowerBound ? number - 1 : nil
        if self == .csv {
          let cell = text.replacing("\"", with: "\"\"")
          lines.append(
            "\(number),\"\(cell)\",\(size(number)),\(former.map(String.init) ?? ""),Ann")
        } else {
          let cell = text.replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
          let link = former.map { ", \"answers\": \($0)" } ?? ""
          lines.append(
            "{\"number\": \(number), \"text\": \"\(cell)\", \"size\": \(size(number)), "
              + "\"writer\": \"Ann\"\(link)}")
        }
      }
      let path = folder.path + "/Letter." + rawValue
      let text =
        self == .json
        ? "[" + lines.joined(separator: ",\n") + "]" : lines.joined(separator: "\r\n") + "\r\n"
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      return path
    }
  }

  private static func stocked(_ kind: StoreKind) throws -> AnyStore {
    let store = try AnyStore(kind, model())
    let context = store.container.makeContext()
    try context.insert("Writer").name = "Ann"
    try context.save()
    return store
  }

  @Test(arguments: StoreKind.allCases, Form.allCases)
  func `a file of several portions becomes what loading and saving makes of it`(
    kind: StoreKind, form: Form
  ) throws {
    let folder = try TemporaryFolder()
    let path = try form.file(folder, 0..<1_500)
    let (loaded, batched) = (try Self.stocked(kind), try Self.stocked(kind))
    let loading = loaded.container.makeContext()
    let loadResult = try loading.load(.file(path, as: "Letter"))
    #expect(loadResult.count == 1_500 && loadResult.objects.count == 1_500)
    try loading.save()
    let context = batched.container.makeContext()
    let result = try context.execute(BatchInsert("Letter", from: .file(path)))
    #expect(result.count == 1_500)
    #expect(result.report.isEmpty)
    func text(_ store: AnyStore) throws -> Data {
      let context = store.container.makeContext()
      _ = try context.fetch("Writer")
      _ = try context.fetch("Letter")
      return try context.json()
    }
    #expect(try text(batched) == text(loaded))
  }

  @Test(arguments: StoreKind.allCases, Form.allCases)
  func `what is wrong is said with its line, and nothing is inserted`(
    kind: StoreKind, form: Form
  ) throws {
    let folder = try TemporaryFolder()
    let path = try form.file(folder, 0..<1_500) { $0 == 1_321 ? "9999" : "5" }
    let store = try Self.stocked(kind)
    let context = store.container.makeContext()
    let report = try #require(throws: ValidationReport.self) {
      try context.execute(BatchInsert("Letter", from: .file(path)))
    }
    #expect(report.map(\.code) == ["range.tooLarge"])
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let place = try #require(text.firstRange(of: "9999")).lowerBound
    let line = text[..<place].count { $0 == "\n" || $0 == "\r\n" } + 1
    #expect(report.first?.source?.line == line && report.first?.source?.file == path)
    #expect(try context.count("Letter") == 0)
    #expect(
      try context.execute(BatchInsert("Letter", from: .file(form.file(folder, 0..<3)))).count == 3)
  }

  @Test(arguments: StoreKind.allCases, Form.allCases)
  func `an identity that is saved already is told with the place of its record`(
    kind: StoreKind, form: Form
  ) throws {
    let folder = try TemporaryFolder()
    let store = try Self.stocked(kind)
    let context = store.container.makeContext()
    try context.execute(BatchInsert("Letter", from: .file(form.file(folder, 4..<5))))
    let path = try form.file(folder, 0..<10)
    let report = try #require(throws: ValidationReport.self) {
      try context.execute(BatchInsert("Letter", from: .file(path)))
    }
    #expect(report.map(\.code).contains { $0.hasPrefix("unique") || $0 == "identity.duplicate" })
    #expect(report.allSatisfy { $0.source?.file == path && ($0.source?.line ?? 0) > 1 })
    #expect(try context.count("Letter") == 1)
  }

  @Test(arguments: StoreKind.allCases)
  func `options update saved objects, keep what is valid, and tell of it`(kind: StoreKind) throws {
    let store = try Self.stocked(kind)
    let context = store.container.makeContext()
    let first = LoadSource.text(
      "number,text,colour\n1,one,red\n2,two,blue\n", layout: .csv(), name: "first")
    let lenient = try context.execute(
      BatchInsert("Letter", from: first, options: LoadOptions(.lenient)))
    #expect(lenient.count == 2 && lenient.report.map(\.code) == ["key.unknown"])
    let second = LoadSource.text(
      #"[{"number": 1, "text": "ONE"}, {"number": 2, "text": "two"}, {"number": 3, "text": ""}]"#)
    var batch = BatchInsert(
      "Letter", from: second, options: LoadOptions(onFailure: .keepValid, onDuplicate: .update))
    batch.returnsObjectIDs = true
    let updated = try context.execute(batch)
    #expect(updated.count == 1 && updated.objectIDs?.count == 1)
    #expect(updated.report.errors.map(\.code) == ["length.tooShort"])
    let letters = try context.fetch("Letter", orderedBy: [.ascending("number")])
    #expect(letters.compactMap(\.text) == ["ONE", "two"])
  }

  @Test(arguments: StoreKind.allCases)
  func `an object that several records update counts once`(kind: StoreKind) throws {
    let folder = try TemporaryFolder()
    let store = try Self.stocked(kind)
    let context = store.container.makeContext()
    try context.execute(
      BatchInsert(
        "Letter",
        from: .text("number,text,size\n1,a,1\n2,b,1\n3,c,1\n", layout: .csv(), name: "first")))
    // More than a mebibyte, so that the same objects come in several batches.
    let path = folder.path + "/Letter.ndjson"
    let text = String(repeating: "x", count: 2_000)
    let lines = (0..<1_500).map { number in
      #"{"number": \#(1 + number % 2), "text": "\#(text)", "size": \#(number / 2)}"#
    }
    let unchanged = #"{"number": 3, "text": "c", "size": 1}"#
    try Data((lines + [unchanged]).joined(separator: "\n").utf8).write(to: URL(filePath: path))
    var batch = BatchInsert(
      "Letter", from: .file(path), options: LoadOptions(onDuplicate: .update))
    batch.returnsObjectIDs = true
    let result = try context.execute(batch)
    #expect(result.count == 2 && result.objectIDs?.count == 2)
    let sizes = try context.fetch("Letter", orderedBy: [.ascending("number")])
      .map { try $0.value(forKey: "size", as: Int.self) }
    #expect(sizes == [749, 749, 1])
  }

  @Test func `a warning about the header is told once, and progress counts on`() throws {
    let folder = try TemporaryFolder()
    let path = try Form.csv.file(folder, 0..<1_500)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try Data(text.replacing("answers,", with: "colour,").utf8).write(
      to: URL(fileURLWithPath: path))
    let store = try Self.stocked(.sqlite)
    let seen = Counts()
    let options = LoadOptions(.lenient, progress: seen.append)
    let context = store.container.makeContext()
    let result = try context.execute(
      BatchInsert("Letter", from: .file(path), options: options))
    #expect(result.report.map(\.code) == ["key.unknown"])
    #expect(result.report.first?.source?.line == 1)
    #expect(seen.list == seen.list.sorted())
  }

  /// `@unchecked Sendable`: one task uses it.
  private final class Counts: @unchecked Sendable {
    private(set) var list: [Int] = []
    @Sendable func append(_ count: Int) { list.append(count) }
  }
}
