import Armature
import ArmatureModel
import Foundation

/// Random tables: loading must accept the same tables as a simple reader with the same result, and must read its own
/// output.
enum CSVFuzz {
  private static let keys = ["a", "b", "é"]
  private static let model = Result {
    try ManagedObjectModel("Table") {
      Entity("Row") { for key in keys { Attribute(key, String?.self) } }
    }
  }

  @Sendable static func problem(_ choices: inout Choices, _ trace: Trace) throws -> String? {
    let delimiter = choices.pick(CSVFormat.Delimiter.allCases)
    var bytes = Array(document(delimiter.rawValue, &choices).utf8)
    if choices.bool() { change(&bytes, &choices) }
    var format = CSVFormat(
      delimiter: delimiter, emptyCells: choices.pick([.absent, .null, .text]))
    let rows = PlainCSV(bytes, delimiter.rawValue.utf8.first ?? 0).rows
    let expected = rows.flatMap { records($0, format.emptyCells) }
    // A header with one column does not determine the delimiter and an invalid one might determine another.
    if choices.below(4) == 3, expected != nil, rows?[0].count ?? 0 > 1 { format.delimiter = nil }
    trace.note(
      "\(format) with \(delimiter): \(String(decoding: bytes, as: UTF8.self).debugDescription)")
    let layout = LoadSource.Layout.csv(format)
    let context = ManagedObjectContext(model: try model.get())
    do {
      try context.load(.data(Data(bytes), as: "Row", layout: layout))
    } catch let report as ValidationReport {
      if !context.registeredObjects.isEmpty { return "it is refused, and leaves objects" }
      for failure in report where failure.source?.line ?? 0 < 1 { return "\(failure) has no place" }
      if expected != nil { return "it must be taken, but is not: \(report)" }
      return try keepValidProblem(bytes, layout)
    }
    let found = lines(of: context)
    guard let expected else { return "it must be refused, but yields \(found)" }
    if found != expected { return "it must yield \(expected), but yields \(found)" }
    return try writtenProblem(context, delimiter, choices.bool())
  }

  /// Checks that written data can be read again, also by the simple reader.
  private static func writtenProblem(
    _ context: ManagedObjectContext, _ delimiter: CSVFormat.Delimiter, _ guards: Bool
  ) throws -> String? {
    let text = try context.csv(
      of: "Row", format: CSVFormat(delimiter: delimiter), guardsFormulas: guards)
    let rows = PlainCSV(Array(text), delimiter.rawValue.utf8.first ?? 0).rows
    let found = lines(of: context)
    let written = found.map { row in
      row.map { text -> String? in
        guard let text, guards, let first = text.utf8.first, "=+-@\t\r\n".utf8.contains(first)
        else { return text }
        return "\\'" + text
      }
    }
    let texts = rows?.map { $0.map(\.text) }
    if texts?[0] != keys
      || texts?.dropFirst().map(Array.init) != written.map({ $0.map { $0 ?? "" } })
    {
      return "what is written is \(String(decoding: text, as: UTF8.self).debugDescription)"
    }
    let other = ManagedObjectContext(model: try model.get())
    // The delimiter is detected this time, so the output must be unambiguous.
    try other.load(.data(text, as: "Row", layout: .csv()))
    let read = lines(of: other)
    return read == found ? nil : "what is written reads back as \(read)"
  }

  /// Checks that the kept objects are valid.
  private static func keepValidProblem(
    _ bytes: [UInt8], _ layout: LoadSource.Layout
  ) throws -> String? {
    let context = ManagedObjectContext(model: try model.get())
    do {
      let result = try context.load(
        .data(Data(bytes), as: "Row", layout: layout), options: LoadOptions(onFailure: .keepValid))
      return context.registeredObjects.count == result.count ? nil : "it keeps another number"
    } catch is ValidationReport {
      return context.registeredObjects.isEmpty ? nil : "it keeps objects of what it refuses"
    }
  }

  /// Returns the texts of each record by key; `nil` if the header is invalid or a row has another length.
  private static func records(
    _ rows: [[PlainCSV.Cell]], _ emptyCells: CSVFormat.EmptyCells
  ) -> [[String?]]? {
    guard let header = rows.first?.map(\.text) else { return nil }
    // Empty columns without a key are ignored.
    let named = header.filter { !$0.isEmpty }
    guard Set(named.map { Array($0.utf8) }).count == named.count,
      named.allSatisfy({ key in keys.contains { $0.utf8.elementsEqual(key.utf8) } })
    else { return nil }
    let records = rows.dropFirst()
    guard
      records.allSatisfy({ row in
        row.count == header.count
          && zip(header, row).allSatisfy { key, cell in !key.isEmpty || cell.text.isEmpty }
      })
    else { return nil }
    return records.map { row in
      keys.map { key in
        guard let cell = header.firstIndex(of: key).map({ row[$0] }) else { return nil }
        if cell.isMarked { return cell.text }
        return cell.text == "\\N" || cell.text.isEmpty && emptyCells != .text ? nil : cell.text
      }
    }
  }

  private static func lines(of context: ManagedObjectContext) -> [[String?]] {
    context.objects(of: "Row").map { row in
      keys.map { key in
        if case .string(let text)? = row[key] { text } else { nil }
      }
    }
  }

  private static func document(_ delimiter: String, _ choices: inout Choices) -> String {
    var text = choices.oneIn(5) ? "\u{FEFF}" : ""
    let columns = Array(keys.prefix(1 + choices.below(3)))
    let ends = ["\n", "\r\n", "\r"]
    var end = choices.pick(ends)
    for row in 0..<(1 + choices.below(4)) {
      if row > 0 { text += end }
      if choices.below(8) == 7 { end = choices.pick(ends) }
      if choices.oneIn(10) { text += end }
      let count = choices.oneIn(20) ? choices.below(5) : columns.count
      let cells = (0..<count).map { column in
        let content =
          row == 0 && column < columns.count ? columns[column] : self.content(&choices)
        let isMarked = choices.oneIn(2)
        return isMarked ? "\"\(content.replacingOccurrences(of: "\"", with: "\"\""))\"" : content
      }
      text += cells.joined(separator: delimiter)
    }
    return text + (choices.bool() ? end : "")
  }

  private static func content(_ choices: inout Choices) -> String {
    let pieces = ["", "x", "=1", "é", "e\u{301}", "longer than a word of memory", "😀", " "]
    let hard = ["\"", ",", ";", "\t", "\n", "\r\n", "\r", "\u{FEFF}", "|"]
    var text = choices.pick(pieces)
    if choices.oneIn(4) { text += choices.pick(hard) + choices.pick(pieces) }
    // Sometimes longer than a read buffer.
    if choices.below(300) == 299 { text = String(repeating: text, count: 1 << choices.below(15)) }
    return text
  }

  private static func change(_ bytes: inout [UInt8], _ choices: inout Choices) {
    for _ in 0...choices.below(3) where !bytes.isEmpty {
      let place = choices.below(bytes.count)
      switch choices.below(5) {
      case 0: bytes[place] ^= 1 << UInt8(choices.below(8))
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(UInt8(truncatingIfNeeded: choices.next()), at: place)
      case 3: bytes.removeSubrange(place...)
      default: bytes.insert(choices.pick(Array("\"\",;\t\n\r\0x\u{FEFF}".utf8)), at: place)
      }
    }
  }
}
