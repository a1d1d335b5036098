import Armature
import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Rows of values under named columns, written as a table, JSON or CSV.
struct DataTable {
  struct Column {
    let name: String
    /// The attribute type that determines how values are written.
    var type: AttributeType?
    /// Whether objects are shown by their entity only.
    var showsEntity = false

    /// Returns a value as displayed.
    func shown(_ value: AttributeValue) -> AttributeValue {
      if showsEntity, case .object(let id) = value { .string(id.entityName) } else { value }
    }
  }

  enum Format: String, CaseIterable {
    case table, json, ndjson, csv
  }

  let columns: [Column]
  let rows: [[AttributeValue]]

  init(_ columns: [Column], _ rows: [FetchRow]) {
    self.columns = columns
    self.rows = rows.map { row in zip(columns, row.values).map { $0.shown($1) } }
  }

  /// - Parameter width: The number of columns on the terminal; `nil` if lines may have any length.
  func write(as format: Format, width: Int?, to output: Output) {
    switch format {
    case .table: writeTable(width, to: output)
    case .json: writeJSON(to: output)
    case .ndjson: writeLines(to: output)
    case .csv: writeCSV(to: output)
    }
  }

  // MARK: For people

  private func writeTable(_ width: Int?, to output: Output) {
    let cells = rows.map { row in
      zip(row, columns).map { Self.text($0, $1.type).displayEscaped() }
    }
    let names = columns.map { $0.name.displayEscaped() }
    var widths = columns.indices.map { index in
      cells.reduce(TextWidth.of(names[index])) { max($0, TextWidth.of($1[index])) }
    }
    if let width { Self.narrow(&widths, to: width) }
    let isNumeric = columns.indices.map { index in rows.allSatisfy { $0[index].isNumberOrNull } }
    func line(_ texts: [String]) -> String {
      let parts = texts.indices.map { index in
        let text = TextWidth.fitted(texts[index], to: widths[index])
        let blanks = String(repeating: " ", count: widths[index] - TextWidth.of(text))
        return isNumeric[index] ? blanks + text : text + blanks
      }
      let line = parts.joined(separator: "  ")
      return String(
        line[..<(line.lastIndex { $0 != " " }.map(line.index(after:)) ?? line.startIndex)])
    }
    output.line(line(names))
    output.line(widths.map { String(repeating: "-", count: $0) }.joined(separator: "  "))
    for row in cells { output.line(line(row)) }
  }

  /// Makes the widest columns narrower until all columns fit, or until no column is wider than a few characters.
  private static func narrow(_ widths: inout [Int], to limit: Int) {
    let least = 8
    var excess = widths.reduce(0, +) + 2 * (widths.count - 1) - limit
    while excess > 0, let widest = widths.max(), widest > least {
      // All of the widest shrink to the next width, or as far as necessary.
      let next = max(least, widths.filter { $0 < widest }.max() ?? 0)
      let places = widths.indices.filter { widths[$0] == widest }
      let step = min(widest - next, (excess + places.count - 1) / places.count)
      for place in places { widths[place] -= step }
      excess -= step * places.count
    }
  }

  // MARK: For programs

  private func writeJSON(to output: Output) {
    var json = JSONOutput(.pretty)
    json.beginArray()
    for row in rows {
      json.element()
      write(row, to: &json)
    }
    json.endArray()
    output.line(json.string)
  }

  private func writeLines(to output: Output) {
    var json = JSONOutput()
    for row in rows {
      write(row, to: &json)
      output.line(json.string)
      json.removeBytes()
    }
  }

  private func write(_ row: [AttributeValue], to json: inout JSONOutput) {
    json.beginObject()
    for (value, column) in zip(row, columns) {
      json.key(column.name)
      if value.isNull {
        json.null()
      } else if !json.value(value, column.type) {
        // An object, or a number that JSON cannot express.
        json.string("\(value)")
      }
    }
    json.endObject()
  }

  private func writeCSV(to output: Output) {
    let format = CSVFormat()
    var csv = CSVOutput(format, guardsFormulas: false)
    csv.isOfOneColumn = columns.count == 1
    for column in columns { csv.key(column.name) }
    csv.endRow()
    for row in rows {
      for (value, column) in zip(row, columns) {
        switch (value, column.type?.storage) {
        case (.null, _): csv.empty()
        case (.list([""]), _): csv.emptyText()
        case (.list(let values), .list(let type)?):
          let texts = values.map { format.text(of: $0, type) ?? Self.text($0, type) }
          csv.text(format.cell(of: texts), isValue: true)
        default:
          csv.text(
            format.text(of: value, column.type) ?? Self.text(value, column.type), isValue: true)
        }
      }
      csv.endRow()
    }
    output.write(String(decoding: csv.data(), as: UTF8.self))
  }

  /// Returns a value as text for people, in JSON's format if it has one; empty for null.
  private static func text(_ value: AttributeValue, _ type: AttributeType?) -> String {
    if value.isNull { return "" }
    if case .string(let text) = value { return text }
    if let text = value.cellText(type), !text.hasPrefix("\\") { return text }
    var json = JSONOutput()
    return json.value(value, type) ? json.string : "\(value)"
  }
}

extension AttributeValue {
  fileprivate var isNumberOrNull: Bool {
    switch self {
    case .null, .int, .double, .decimal: true
    default: false
    }
  }
}
