import Foundation
import TestSupport
import Testing

@testable import Armature

/// Tables of other programs, read with the settings of a format.
@Suite struct CSVSettingTests {
  private let model: ManagedObjectModel

  init() throws {
    model = try ManagedObjectModel("People") {
      Entity("Person") {
        Attribute("name", String.self).identifying()
        Attribute("note", String?.self).default("none")
        Attribute("born", Int?.self)
        Attribute("isMember", Bool?.self)
        Attribute("days", [Bool]?.self)
        Composite("home") {
          Attribute("town", String?.self)
          Attribute("zip", Int?.self)
        }
        .optional()
        Relationship("friend", to: "Person")
      }
    }
  }

  private func load(
    _ table: String, _ format: CSVFormat, _ options: LoadOptions = LoadOptions()
  ) throws -> ManagedObjectContext {
    let context = ManagedObjectContext(model: model)
    try context.load(.text(table, as: "Person", layout: .csv(format)), options: options)
    return context
  }

  private func values(_ context: ManagedObjectContext, _ key: String) -> [AttributeValue] {
    context.objects(of: "Person").map { $0[key] ?? .null }
  }

  @Test func `a word is a missing value, unless it is in quotation marks`() throws {
    let format = CSVFormat(nullText: "NA")
    let table =
      "name,note,born,isMember,home.town,home.zip,friend\r\n" + "A,NA,NA,NA,NA,NA,NA\r\n"
      + "B,\"NA\",1,true,\"NA\",NA,A\r\n" + "\"NA\",\"\",NA,NA,NA,NA,\"NA\"\r\n"
    let context = try load(table, format)
    #expect(values(context, "name") == ["A", "B", "NA"])
    #expect(values(context, "note") == [.null, "NA", ""])
    #expect(values(context, "born") == [.null, 1, .null])
    #expect(values(context, "home") == [.null, .composite(["town": "NA"]), .null])
    #expect(context.objects(of: "Person").map { $0.one("friend")?.name } == [nil, "A", "NA"])
    let written = try context.csv(of: "Person", format: format)
    let expected = "name,note,born,isMember,days,home.town,home.zip,friend\r\n"
    #expect(
      String(decoding: written, as: UTF8.self)
        == expected + "A,NA,NA,NA,NA,NA,NA,NA\r\n" + "B,\"NA\",1,true,NA,\"NA\",NA,A\r\n"
        + "\"NA\",\"\",NA,NA,NA,NA,NA,\"NA\"\r\n")
  }

  @Test func `a number that is the word for a missing value is in quotation marks`() throws {
    let format = CSVFormat(nullText: "-1")
    let context = try load("name,born\nA,-1\nB,\"-1\"\n", format)
    #expect(values(context, "born") == [.null, -1])
    let table = String(decoding: try context.csv(of: "Person", format: format), as: UTF8.self)
    #expect(table.contains("B,none,\"-1\",-1"))
  }

  @Test func `Booleans have the words of the format, and their usual ones`() throws {
    let format = CSVFormat(trueText: "ja", falseText: "nein")
    let context = try load("name,isMember,days\nA,ja,nein|ja\nB,nein,true\nC,false,\n", format)
    #expect(values(context, "isMember") == [true, false, false])
    #expect(values(context, "days") == [.list([false, true]), .list([true]), .null])
    let table = String(decoding: try context.csv(of: "Person", format: format), as: UTF8.self)
    #expect(table.contains("A,none,,ja,nein|ja,") && table.contains("C,none,,nein,,"))
    let swapped = try load(
      "name,isMember\nA,true\nB,1\n", CSVFormat(trueText: "1", falseText: "true"))
    #expect(values(swapped, "isMember") == [false, true])
    #expect(throws: ValidationReport.self) { try load("name,isMember\nA,Ja\n", format) }
  }

  // MARK: Encodings

  private static let text = "name,note\r\nZoë,\"ÿ€\r\n😀\"\r\nŁódź,\u{FEFF}\r\n"

  private static func utf16(_ text: String, isBigEndian: Bool, _ mark: Bool) -> Data {
    let units = (mark ? [0xFEFF] : []) + Array(text.utf16)
    return Data(
      units.flatMap { unit in
        let bytes = [UInt8(unit >> 8), UInt8(truncatingIfNeeded: unit)]
        return isBigEndian ? bytes : bytes.reversed()
      })
  }

  @Test(
    arguments: [
      (utf16(text, isBigEndian: false, true), nil), (utf16(text, isBigEndian: true, true), nil),
      (utf16(text, isBigEndian: false, true), .latin1),
      (utf16(text, isBigEndian: false, false), .utf16),
      (utf16(text, isBigEndian: true, false), .utf16), (Data(text.utf8), nil),
      (Data(text.utf8), .utf8),
      (Data(("\u{FEFF}" + text).utf8), .windows1252),
    ] as [(Data, CSVFormat.Encoding?)])
  func `a byte order mark or a name tells the encoding, for data, files and portions`(
    data: Data, encoding: CSVFormat.Encoding?
  ) throws {
    let layout = LoadSource.Layout.csv(CSVFormat(encoding: encoding))
    let expected = (names: ["Zoë", "Łódź"], notes: ["ÿ€\r\n😀", "\u{FEFF}"])
    func check(_ found: [ManagedObject]) {
      #expect(found.map { $0["name"] } == expected.names.map { .string($0) })
      #expect(found.map { $0["note"] } == expected.notes.map { .string($0) })
    }
    let context = ManagedObjectContext(model: model)
    check(try context.load(.data(data, as: "Person", layout: layout)).objects)
    try withFolder { folder in
      let path = "\(folder)/Person.csv"
      try data.write(to: URL(fileURLWithPath: path))
      check(try ManagedObjectContext(model: model).load(.file(path, layout: layout)).objects)
      var names: [String] = []
      try model.forEachLine(of: path, as: "Person", layout: layout) { object, report in
        #expect(report.isEmpty)
        names.append(object?.name ?? "")
      }
      #expect(names == expected.names)
      for chunkSize in [4, 5, 7, 64] {
        var chunks = try CSVChunks(path: path, encoding: encoding, chunkSize: chunkSize)
        var rows: [[String]] = []
        while let text = try chunks.next() {
          var cursor = CSVCursor(text, delimiter: 0x2C)
          while cursor.nextRow(isLast: chunks.isLast) {
            #expect(cursor.errors.isEmpty)
            rows.append([cursor.string(in: 0), cursor.string(in: 1)])
          }
          try chunks.keep(text, from: cursor.nextOffset)
        }
        #expect(rows.dropFirst().map { $0[0] } == expected.names, "\(chunkSize)")
        #expect(rows.dropFirst().map { $0[1] } == expected.notes, "\(chunkSize)")
      }
    }
  }

  @Test(
    arguments: [
      ([0xE9, 0x80], .latin1, "é\u{80}"), ([0xE9, 0x80, 0x9C, 0x81], .windows1252, "é€œ\u{81}"),
    ] as [([UInt8], CSVFormat.Encoding, String)])
  func `a byte is a character in Latin-1 and Windows-1252`(
    bytes: [UInt8], encoding: CSVFormat.Encoding, text: String
  ) throws {
    let context = ManagedObjectContext(model: model)
    let format = CSVFormat(encoding: encoding)
    try context.load(
      .data(Data("name\r\n".utf8) + Data(bytes), as: "Person", layout: .csv(format)))
    #expect(values(context, "name") == [.string(text)])
    #expect(try context.csv(of: "Person", format: format).contains(Data(bytes).first ?? 0))
    let table = try context.csv(of: "Person", format: format)
    let copy = ManagedObjectContext(model: model)
    try copy.load(.data(table, as: "Person", layout: .csv(format)))
    #expect(try copy.json() == context.json())
  }

  @Test func `a text has no encoding, whatever the format says`() throws {
    #expect(values(try load("name\nZoë\n", CSVFormat(encoding: .latin1)), "name") == ["Zoë"])
  }

  @Test func `an export in portions has one byte order mark`() throws {
    let container = try PersistentContainer(model: model, store: InMemoryStore())
    let context = container.makeContext()
    for number in 0..<2_500 { try context.insert("Person").name = "é\(number)" }
    try context.save()
    var (data, portions) = (Data(), 0)
    try container.makeContext().exportCSV(of: "Person", format: CSVFormat(encoding: .utf16)) {
      data += $0
      portions += 1
    }
    #expect(portions > 1 && data.starts(with: [0xFF, 0xFE, 0x6E, 0x00]))
    let copy = ManagedObjectContext(model: model)
    try copy.load(.data(data, as: "Person", layout: .csv()))
    #expect(copy.objects(of: "Person").count == 2_500)
  }

  // MARK: Headers

  @Test(
    arguments: [
      ("name,x,x\nA,1,2\n", LoadOptions(ignoring: .allUnknown), []),
      ("name,x,x,x\nA,1,2,3\n", LoadOptions(ignoring: .keys(["Person": ["x"]])), []),
      ("name,x,x\nA,1,2\n", LoadOptions(.lenient), ["1:6 key.unknown"]),
      ("name,x,x\nA,1,2\n", LoadOptions(), ["1:6 key.unknown"]),
      ("name,born,born\nA,1,2\n", LoadOptions(.lenient), ["1:11 key.duplicate"]),
      (",name,\n0,A,\n", LoadOptions(), ["1:1 key.unknown"]),
      (",name,\n0,A,\n", LoadOptions(ignoring: .keys(["Person": [""]])), []),
    ])
  func `keys that are empty or occur again are errors only if their columns are read`(
    table: String, options: LoadOptions, expected: [String]
  ) throws {
    let context = ManagedObjectContext(model: model)
    let report = try context.loadReport(
      .text(table, as: "Person", layout: .csv()), options: options)
    #expect(
      report.map { "\($0.source?.line ?? 0):\($0.source?.column ?? 0) \($0.code)" } == expected)
  }

  @Test func `an object can have an empty identity`() throws {
    let context = try load("name,friend\n\"\",\\E\nA,\\E\nB,\n", CSVFormat())
    #expect(context.objects(of: "Person").map { $0.one("friend")?.name } == ["", "", nil])
    try context.load(
      .text("name,born\n\"\",7\n", as: "Person", layout: .csv()),
      options: LoadOptions(onDuplicate: .update))
    #expect(values(context, "born") == [7, .null, .null])
  }
}
