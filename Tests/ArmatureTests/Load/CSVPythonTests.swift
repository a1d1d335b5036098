import Armature
import Foundation
import TestSupport
import Testing

/// The Python interpreter, if it is installed.
private enum Python {
  static let hasCSV = run("import csv, json") == 0

  /// Runs a script and returns its exit status.
  static func run(_ script: String, _ arguments: [String] = []) -> Int32? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", script] + arguments
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    process.waitUntilExit()
    return process.terminationStatus
  }
}

/// Python's `csv` module as a reference: each side reads the other's output.
@Suite(
  .enabled(if: Python.hasCSV, "python3 with its module csv is not installed"))
struct CSVPythonTests {
  private static let keys = ["a", "b", "c"]

  private static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel("Table") {
      Entity("Row") { for key in keys { Attribute(key, String?.self) } }
    }
  }

  /// Returns rows of hostile texts.
  private static func rows(_ random: inout SplitMix64) -> [[String]] {
    let pieces = [
      "", "x", "=1", ",", ";", "\t", "\"", "\"\"", "'", "\n", "\r", "\r\n", " ", "é", "e\u{301}",
      "😀", "\\", "|", "\u{FEFF}", "\u{2028}", "\u{7F}", "a longer text than others",
    ]
    return (0..<200).map { _ in
      keys.map { _ in (0..<random.below(4)).map { _ in random.pick(pieces) }.joined() }
    }
  }

  private static func sameBytes(_ left: [[String]], _ right: [[String]]) -> Bool {
    left.map { $0.map { Array($0.utf8) } } == right.map { $0.map { Array($0.utf8) } }
  }

  @Test(arguments: CSVFormat.Delimiter.allCases)
  func `Python reads the cells that are written`(delimiter: CSVFormat.Delimiter) throws {
    var random = SplitMix64(seed: 21)
    let rows = Self.rows(&random)
    let context = ManagedObjectContext(model: try Self.model())
    for row in rows {
      let object = try context.insert("Row")
      for (key, text) in zip(Self.keys, row) { object[key] = .string(text) }
    }
    try withFolder { folder in
      let (table, answer) = ("\(folder)/Row.csv", "\(folder)/rows.json")
      try context.csv(of: "Row", format: CSVFormat(delimiter: delimiter))
        .write(to: URL(fileURLWithPath: table))
      let script = """
        import csv, json, sys
        with open(sys.argv[1], newline="", encoding="utf-8") as file:
            rows = list(csv.reader(file, delimiter=sys.argv[3], strict=True))
        with open(sys.argv[2], "w") as file:
            json.dump(rows, file)
        """
      #expect(Python.run(script, [table, answer, delimiter.rawValue]) == 0)
      let found = try JSONDecoder().decode(
        [[String]].self, from: Data(contentsOf: URL(fileURLWithPath: answer)))
      #expect(Self.sameBytes(found, [Self.keys] + rows))
    }
  }

  @Test(
    arguments: CSVFormat.Delimiter.allCases, ["QUOTE_MINIMAL", "QUOTE_ALL", "QUOTE_NONNUMERIC"])
  func `the cells that Python writes are read`(
    delimiter: CSVFormat.Delimiter, quoting: String
  ) throws {
    var random = SplitMix64(seed: 22)
    let rows = Self.rows(&random)
    try withFolder { folder in
      let (table, question) = ("\(folder)/Row.csv", "\(folder)/rows.json")
      try JSONEncoder().encode([Self.keys] + rows).write(to: URL(fileURLWithPath: question))
      let script = """
        import csv, json, sys
        with open(sys.argv[2], encoding="utf-8") as file:
            rows = json.load(file)
        with open(sys.argv[1], "w", newline="", encoding="utf-8") as file:
            quoting = getattr(csv, sys.argv[4])
            csv.writer(file, delimiter=sys.argv[3], quoting=quoting).writerows(rows)
        """
      #expect(Python.run(script, [table, question, delimiter.rawValue, quoting]) == 0)
      let context = ManagedObjectContext(model: try Self.model())
      try context.load(.file(table))
      let found = context.objects(of: "Row").map { object in
        Self.keys.map { key in
          if case .string(let text)? = object[key] { text } else { "" }
        }
      }
      #expect(Self.sameBytes(found, rows))
    }
  }
}
