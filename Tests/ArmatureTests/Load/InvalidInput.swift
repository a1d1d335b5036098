import Armature
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Invalid data of the catalogue, and all expected failures.
struct InvalidInput: Sendable, CustomTestStringConvertible {
  let json: String
  /// The entity of the data; `nil` for data of all entities.
  let entity: String?
  var layout = LoadSource.Layout.document
  var mode = LoadOptions.Mode.strict
  /// A line for each failure: `line:column: severity: message [code]`.
  var expected = ""

  var testDescription: String { json.debugDescription }

  /// Reads a table of invalid data.
  ///
  /// A line without indentation contains the name of an entity, or `*` for all entities; then optionally `lines` or
  /// `lenient`; then the data. Symbols represent invisible characters: ␊ ␍ ␉ ␀, ␠ for a space at the end, ␢ for a byte
  /// order mark. Lines indented by one level are the failures. Deeper lines continue the previous one.
  static func table(_ text: String) -> [InvalidInput] {
    var lines: [(depth: Int, text: String)] = []
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let content = line.drop { $0 == " " }
      let depth = line.count - content.count
      if depth >= 4, let last = lines.indices.last {
        lines[last].text += " " + content
      } else {
        lines.append((depth, String(content)))
      }
    }
    return lines.reduce(into: []) { mistakes, line in
      if line.depth == 0 {
        mistakes.append(InvalidInput(line: line.text))
      } else if let last = mistakes.indices.last {
        let start = mistakes[last].expected.isEmpty ? "" : "\n"
        mistakes[last].expected += start + line.text
      }
    }
  }

  private init(line: String) {
    var words = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    entity = words[0] == "*" ? nil : String(words[0])
    var rest = words.count > 1 ? words[1] : ""
    words = rest.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    if let word = words.first, word == "lines" || word == "lenient" {
      if word == "lines" { layout = .lines } else { mode = .lenient }
      rest = words.count > 1 ? words[1] : ""
    }
    let pictures: [Character: Character] = [
      "␊": "\n", "␍": "\r", "␉": "\t", "␀": "\0", "␠": " ", "␢": "\u{FEFF}",
    ]
    json = String(rest.map { pictures[$0] ?? $0 })
  }

  /// Returns all failures in the data.
  func report(in context: ManagedObjectContext) throws -> ValidationReport {
    let source = LoadSource.data(Data(json.utf8), as: entity, layout: layout)
    do {
      return try context.load(source, options: LoadOptions(mode)).report
    } catch let report as ValidationReport {
      return report
    }
  }
}

extension ValidationReport {
  /// The lines of the report, without the name of the input at the beginning.
  var placedLines: String {
    rendered(as: .lines).split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.hasPrefix("<input>:") ? $0.dropFirst(8) : $0 }.joined(separator: "\n")
  }
}

extension ManagedObjectContext {
  /// Loads JSON, and returns all failures, including warnings.
  func loadReport(
    _ sources: LoadSource..., options: LoadOptions = LoadOptions()
  ) throws -> ValidationReport {
    do {
      return try load(sources, options: options).report
    } catch let report as ValidationReport {
      return report
    }
  }
  /// Loads a table of products and returns the lines of the report.
  func loadProducts(
    _ text: String, _ format: CSVFormat = CSVFormat(), options: LoadOptions = LoadOptions()
  ) throws -> [String] {
    let source = LoadSource.text(text, as: "Product", layout: .csv(format))
    return try loadReport(source, options: options).placedLines.split(separator: "\n")
      .map(String.init)
  }
}
