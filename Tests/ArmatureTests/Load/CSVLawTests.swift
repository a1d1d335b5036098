@testable import Armature
import Foundation
import TestSupport
import Testing

/// Laws for arbitrary tables.
@Suite struct CSVLawTests {
  private static let before =
    #"{"Maker": [{"name": "Ann"}], "Label": [{"number": 1}, {"number": 2}]}"#

  /// The columns, with valid and invalid texts; empty ones are the most frequent.
  private static let columns: [(key: String, texts: [String])] = [
    ("sku", ["ABC", "DEF", "GHI", "JKL", "MNO", "abc", "A\"B", ""]),
    ("@entity", ["", "", "", "Book", "Product", "Bok", "Maker"]),
    ("price", ["", "1", "2.50", "-1", "1e2", "1e999", "x", " 1"]),
    ("stock", ["", "1", "07", "1.5", "99999999999999999999", "-3", "1e3"]),
    ("weight", ["", "0.5", "1e400", "1,5", "NaN"]),
    ("isSold", ["", "true", "false", "TRUE", "1", "trues", "falsy", "null"]),
    ("made", ["", "2024-02-29", "2023-02-29", "2024-01-01T00:00:00+02:00", "soon"]),
    ("Remark", ["", "a,b", "a\r\nb", "\"", "=1+1", "é\u{301}", "null", "12"]),
    ("sizes", ["", "1", "1|2", "1|x", "|", "3|"]), ("maker", ["", "Ann", "Bob", "ann"]),
    ("labels", ["", "1", "2|1", "1|3", "x", "1|1", "x|3"]), ("pages", ["", "", "5", "x"]),
    ("origin.town", ["", "Rome", "Oslo", "a town far off"]),
    ("origin.codes", ["", "1", "1|2", "x|1"]),
    ("origin.spot.Lat", ["", "0.5", "91", "x"]), ("origin.spot.note", ["", "a,b", "null"]),
  ]

  /// Returns the same data as CSV and as JSON, with values as texts or, where possible, as numbers and the like.
  private static func data(_ random: inout SplitMix64) -> (csv: String, json: String) {
    let chosen = columns.filter { $0.key == "sku" || Bool.random(using: &random) }
      .shuffled(using: &random)
    let delimiter = ",;\t".randomElement(using: &random) ?? ","
    var rows = [chosen.map(\.key)]
    var records: [String] = []
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      let row = chosen.map { $0.texts.prefix(.random(in: 1...8, using: &random)) }
        .map { $0.randomElement(using: &random) ?? "" }
      if row.allSatisfy(\.isEmpty) { continue }
      rows.append(row)
      let cells = zip(chosen, row).map { (path: $0.key.split(separator: ".")[...], text: $1) }
      records.append(object(of: cells, isRecord: true, &random) ?? "")
    }
    let csv = rows.map { $0.map { marked($0, &random) }.joined(separator: String(delimiter)) }
    return (csv.joined(separator: "\r\n"), "[\(records.joined(separator: ",\n"))]")
  }

  /// Returns the object for the cells of a record or composite; a composite is missing if all its cells are empty.
  private static func object(
    of cells: [(path: ArraySlice<Substring>, text: String)], isRecord: Bool,
    _ random: inout SplitMix64
  ) -> String? {
    if !isRecord && cells.allSatisfy(\.text.isEmpty) { return nil }
    var members: [String] = []
    var seen: Set<Substring> = []
    for (path, text) in cells {
      guard let key = path.first, seen.insert(key).inserted else { continue }
      let value: String?
      if path.count > 1 {
        let inner = cells.filter { $0.path.first == key }.map { ($0.path.dropFirst(), $0.text) }
        value = object(of: inner, isRecord: false, &random)
      } else if !isRecord && text.isEmpty {
        value = "null"
      } else {
        value = json(of: text, String(key), &random)
      }
      if let value { members.append("\(quoted(String(key))): \(value)") }
    }
    return "{\(members.joined(separator: ", "))}"
  }

  private static func json(of text: String, _ key: String, _ random: inout SplitMix64) -> String? {
    // An empty cell corresponds to a missing key; for the identity, to null.
    if text.isEmpty { return key == "sku" ? "null" : nil }
    if ["sizes", "labels", "codes"].contains(key) {
      let values = text.split(separator: "|", omittingEmptySubsequences: false)
      return "[\(values.map { quoted(String($0)) }.joined(separator: ", "))]"
    }
    let literals = ["1", "2.50", "-1", "1e2", "1.5", "-3", "1e3", "0.5", "5", "true", "false"]
    let isLiteral = literals.contains(text) && key != "Remark" && key != "isSold" || text == "true"
    return isLiteral && Bool.random(using: &random) ? text : quoted(text)
  }

  private static func quoted(_ text: String) -> String {
    let text = text.replacingOccurrences(of: "\"", with: "\\\"")
    return "\"\(text.replacingOccurrences(of: "\r\n", with: "\\r\\n"))\""
  }

  private static func marked(_ text: String, _ random: inout SplitMix64) -> String {
    let mustBe = text.contains { ",;\t\"\r\n\r\n".contains($0) }
    // An empty text in quotation marks is a value.
    guard mustBe || !text.isEmpty && Bool.random(using: &random) else { return text }
    return "\"\(text.replacingOccurrences(of: "\"", with: "\"\""))\""
  }

  /// Returns the result of loading data, without positions.
  private func outcome(_ source: LoadSource, _ options: LoadOptions) throws -> [String] {
    let context = ManagedObjectContext(model: try .shop())
    try context.load(.text(Self.before))
    try context.load(
      .text(#"[{"sku": "MNO", "stock": 5, "labels": [1]}]"#, as: "Product"))
    var lines: [String] = []
    let report: ValidationReport
    do {
      let result = try context.load(source, options: options)
      report = result.report
      lines.append(
        "\(result.count) \(result.leftOut.sorted { $0.key < $1.key }) \(result.updatedObjects.count)"
      )
    } catch let thrown as ValidationReport {
      report = thrown
    }
    let failures = report.map { failure in
      let message = failure.message.replacing(/<input>:\d+:\d+/, with: "")
      return
        "\(failure.severity) \(failure.label ?? "") \(failure.keyPath) \(failure.code): \(message)"
    }
    // All elements of a list have the position of its cell.
    lines += failures.sorted()
    lines.append(String(decoding: try context.json(), as: UTF8.self))
    return lines
  }

  @Test(arguments: [
    LoadOptions(.lenient), LoadOptions(.lenient, onFailure: .keepValid),
    LoadOptions(.lenient, onDuplicate: .update),
    LoadOptions(.lenient, onFailure: .keepValid, onDuplicate: .update),
    LoadOptions(.lenient, validates: false),
  ])
  func `the same data has the same values and failures as CSV and as JSON`(
    options: LoadOptions
  ) throws {
    var random = SplitMix64(seed: 9)
    for _ in 0..<150 {
      let (csv, json) = Self.data(&random)
      let asCSV = try outcome(.text(csv, as: "Product", layout: .csv()), options)
      let asJSON = try outcome(.text(json, as: "Product"), options)
      #expect(asCSV == asJSON, "\(csv)\n\(json)")
      if asCSV != asJSON { return }
    }
  }

  @Test func `a table is the same in portions of any length`() throws {
    var random = SplitMix64(seed: 10)
    func rows(
      _ cursor: inout CSVCursor, _ index: (Int) -> TextPosition, isLast: Bool = true
    ) -> [String] {
      var rows: [String] = []
      while cursor.nextRow(isLast: isLast) {
        let cells = (0..<cursor.count).map {
          "\(cursor.string(in: $0))@\(index(cursor.offset(of: $0)))"
        }
        rows.append("\(cells) \(cursor.errors.map(\.message))")
      }
      return rows
    }
    try withFolder { folder in
      for round in 0..<60 {
        var csv = Self.data(&random).csv + (Bool.random(using: &random) ? "\r\n\r" : "\"x\",\r")
        if Bool.random(using: &random) { csv = "\u{FEFF}" + csv }
        let path = "\(folder)/\(round).csv"
        try Data(csv.utf8).write(to: URL(fileURLWithPath: path))
        let text = JSONText(csv)
        var whole = CSVCursor(text, delimiter: 0x2C)
        let expected = rows(&whole, text.position)
        for chunkSize in [1, 2, 3, 7, 64, csv.utf8.count] {
          var chunks = try CSVChunks(path: path, chunkSize: chunkSize)
          var found: [String] = []
          while let text = try chunks.next() {
            var cursor = CSVCursor(text, delimiter: 0x2C)
            found += rows(&cursor, text.position, isLast: chunks.isLast)
            try chunks.keep(text, from: cursor.nextOffset)
          }
          #expect(found == expected, "\(csv.debugDescription) in portions of \(chunkSize)")
        }
      }
    }
  }

  @Test func `rows are read one by one with what is wrong with them`() throws {
    try withFolder { folder in
      let path = "\(folder)/data.csv"
      let text =
        "\u{FEFF}sku;stock;maker;x\r\nABC;1;Ann;\r\nabc;1;;\r\nDEF\r\n\"G\"\"\r\nI\";z;Bob;\r\n\"JKL;1;;\r\n"
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      var lines: [String] = []
      let count = try ManagedObjectModel.shop().forEachLine(of: path, as: "Product") {
        object, report in
        let sku = object.map { "\($0["sku"] ?? .null)" } ?? "none"
        lines.append(
          "\(sku) \(report.map { "\($0.source?.line ?? 0):\($0.source?.column ?? 0) \($0.code)" })")
      }
      #expect(count == 5)
      #expect(
        lines == [
          #"none ["1:17 key.unknown"]"#, #""ABC" []"#, #""abc" ["3:1 pattern"]"#,
          #"none ["4:4 syntax"]"#,
          ##""G\"\r\nI" ["5:1 pattern", "6:4 type.wrong"]"##, #"none ["7:1 syntax"]"#,
        ])
      let tooLong = #expect(throws: FileReadError.self) {
        var chunks = try CSVChunks(path: path, chunkSize: 4, longestRow: 9)
        while let text = try chunks.next() {
          var cursor = CSVCursor(text, delimiter: 0x3B)
          while cursor.nextRow(isLast: chunks.isLast) {}
          try chunks.keep(text, from: cursor.nextOffset)
        }
      }
      #expect(tooLong?.reason == .lineTooLong(line: 1, limit: 9))
    }
  }
}
