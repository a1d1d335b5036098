import Armature

/// The options for the format of CSV tables, which a command reads or writes.
struct TableOptions {
  private let call: Call

  /// The options of commands that read or write tables.
  static let options = [
    Verb.Option(
      "separator", .text("sign"), "the sign between cells of tables: \(separatorWords), or its name"
    ),
    Verb.Option(
      "list-separator", .text("sign"),
      "the sign between values of a list in a cell (default: \"|\")"),
    Verb.Option("null", .text("word"), "the word for a missing value in tables, such as NULL"),
    Verb.Option("true", .text("word"), "the word for true in tables (default: \"true\")"),
    Verb.Option("false", .text("word"), "the word for false in tables (default: \"false\")"),
    Verb.Option(
      "encoding", .word(CSVFormat.Encoding.allCases.map(\.rawValue)),
      "the encoding of tables (default: \"utf-8\", or as a byte order mark says)"),
  ]

  init(_ call: Call) { self.call = call }

  /// The names of the given options.
  var given: [String] { Self.options.map(\.name).filter(call.has) }

  /// Returns the format of a table, which is that of its file name unless options change it.
  ///
  /// - Throws: ``CommandError`` if the value of an option is unusable.
  func format(_ base: CSVFormat = CSVFormat()) throws -> CSVFormat {
    var format = base
    if let sign = call["separator"] { format.delimiter = try separator(sign) }
    if let sign = call["list-separator"] {
      let sign = sign == "\\t" ? "\t" : sign
      guard sign.count == 1, let separator = sign.first else {
        throw call.wrong(
          "--list-separator must be one character, such as | or /, but is \"\(sign.shown)\".")
      }
      format.listSeparator = separator
    }
    format.nullText = call["null"]
    format.trueText = call["true"] ?? format.trueText
    format.falseText = call["false"] ?? format.falseText
    format.encoding = call["encoding"].flatMap(CSVFormat.Encoding.init)
    if let issue = format.issue {
      throw call.wrong("--\(issue.setting.option) \(issue.text).")
    }
    return format
  }

  private func separator(_ sign: String) throws -> CSVFormat.Delimiter {
    let found = CSVFormat.Delimiter.allCases.first {
      sign == $0.rawValue || sign == "\($0)" || $0 == .tab && sign == "\\t"
    }
    if let found { return found }
    let names = CSVFormat.Delimiter.allCases.map { "\($0)" }
    throw call.wrong(
      Suggestion.text(sign, "is not a value of --separator", among: names)
        + " It takes \(Self.separatorWords), or \(names.joined(separator: ", ")).")
  }

  /// The signs as they are typed.
  private static let separatorWords =
    CSVFormat.Delimiter.allCases.map { $0 == .tab ? "\\t" : $0.rawValue }.joined(separator: " ")
}

extension CSVFormat.Setting {
  /// The name of the option.
  fileprivate var option: String {
    switch self {
    case .listSeparator: "list-separator"
    case .nullText: "null"
    case .trueText: "true"
    case .falseText: "false"
    }
  }
}
