import Foundation
import TestSupport
import Testing

@testable import Armature

/// The law that an exported table is read back equal: all types of attributes, all references, and all formats.
@Suite struct CSVRoundTripLawTests {
  @Test(arguments: 0..<30 as Range<UInt64>)
  func `what is written reads back equal in any format`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let model = try CSVLawModel.model(&random)
    for _ in 0..<6 {
      let format = Self.format(&random)
      let guards = random.bool()
      let context = ManagedObjectContext(model: model)
      try CSVLawModel.fill(context, format.encoding, &random)
      let tables = try context.csv(format: format, guardsFormulas: guards)
      let copy = ManagedObjectContext(model: model)
      var reading = format
      if random.bool() { reading.delimiter = nil }
      if format.encoding == .utf16, random.bool() { reading.encoding = nil }
      try copy.load(
        tables.map { .data($0.table, as: $0.entity, layout: .csv(reading)) },
        options: LoadOptions(validates: false))
      let (before, after) = (CSVLawModel.picture(context), CSVLawModel.picture(copy))
      let shown = tables.map { String(decoding: $0.table, as: UTF8.self).debugDescription }
      for (left, right) in zip(before, after) where left != right {
        Issue.record("seed \(seed), \(format)\n\(left)\n\(right)\n\(shown)")
        return
      }
      #expect(before.count == after.count, "seed \(seed)")
    }
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func `no cell of a guarded table is run by a spreadsheet`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let model = try CSVLawModel.model(&random)
    let context = ManagedObjectContext(model: model)
    try CSVLawModel.fill(context, nil, &random)
    for (_, table) in try context.csv(guardsFormulas: true) {
      for cell in Self.cells(of: String(decoding: table, as: UTF8.self)) {
        let isFormula = "=+-@\t\r\n＝＋－＠".unicodeScalars.contains {
          cell.unicodeScalars.first == $0
        }
        #expect(!isFormula || Double(cell.prefix { $0 != "|" }) != nil, "\(cell.debugDescription)")
      }
    }
  }

  /// Returns the contents of all cells, as another program reads them.
  private static func cells(of table: String) -> [String] {
    var cells: [String] = []
    var (cell, isMarked) = (String.UnicodeScalarView(), false)
    for scalar in table.unicodeScalars {
      if scalar == "\"" {
        isMarked.toggle()
        if isMarked, cell.last != nil { cell.append(scalar) }
      } else if !isMarked, scalar == "," || scalar == "\r" || scalar == "\n" {
        cells.append(String(cell))
        cell.removeAll()
      } else {
        cell.append(scalar)
      }
    }
    return cells
  }

  /// Returns an arbitrary format.
  static func format(_ random: inout SplitMix64) -> CSVFormat {
    let truths = random.pick([
      ("true", "false"), ("yes", "no"), ("1", "0"), ("N", "Y"), ("=1", "a|b"),
    ])
    let encoding = random.pick([nil, nil] + CSVFormat.Encoding.allCases)
    let separators: [Character] = [
      "|", "|", ";", ",", " ", "/", "\n", "\r\n", "a", "1", "é", "👩‍👧",
    ]
    return CSVFormat(
      delimiter: random.pick([nil] + CSVFormat.Delimiter.allCases),
      listSeparator: random.pick(separators.filter { encoding?.contains(String($0)) ?? true }),
      emptyCells: random.pick([.absent, .absent, .null, .text]),
      nullText: random.pick([nil, nil, "NULL", "-", "\\N", "7", " "]), trueText: truths.0,
      falseText: truths.1, encoding: encoding)
  }
}
