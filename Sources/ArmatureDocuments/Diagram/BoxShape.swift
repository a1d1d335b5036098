import ArmatureModel

/// The texts of a box, and its size.
struct BoxShape {
  let heading: String
  let rows: [(name: String, type: String, row: ModelDiagram.Row)]
  let width: Int
  let height: Int

  static let headingHeight = 28
  static let rowHeight = 18
  static let headingSize = 13
  static let textSize = 12
  static let padding = 10
  /// The indentation of a composite's elements.
  static let indent = 12
  private static let limit = 48

  init(_ box: ModelDiagram.Box) {
    heading = Self.shown(box.change.sign + box.name)
    rows = box.rows.map { (Self.shown($0.change.sign + $0.name), Self.shown($0.type), $0) }
    let widths = rows.map { name, type, row in
      TextMeasure.width(of: name, size: Self.textSize) + row.depth * Self.indent + 18
        + TextMeasure.width(of: type, size: Self.textSize)
    }
    let headingWidth = TextMeasure.width(of: heading, size: Self.headingSize, isBold: true)
    width = max(90, max(headingWidth, widths.max() ?? 0) + 2 * Self.padding)
    height = Self.headingHeight + (rows.isEmpty ? 0 : rows.count * Self.rowHeight + 6)
  }

  static func shown(_ text: String) -> String {
    TextMeasure.fitted(text.displayEscaped(), to: limit)
  }
}

extension ModelDiagram.Change {
  /// The sign in front of a name, for readers who cannot distinguish red from green.
  var sign: String {
    switch self {
    case .none: ""
    case .added: "+ "
    case .removed: "− "
    case .changed: "± "
    }
  }

  /// The class of an SVG element.
  var className: String { self == .none ? "" : " \(rawValue)" }
}

/// An estimate of the width of text in the fonts of diagrams, which have the metrics of Helvetica.
enum TextMeasure {
  /// Returns the width in points, rounded up. It includes a reserve for slightly wider fonts.
  static func width(of text: String, size: Int, isBold: Bool = false) -> Int {
    let units = text.unicodeScalars.reduce(0) { $0 + width(of: $1) }
    return (units * size * (isBold ? 114 : 106) + 99_999) / 100_000
  }

  /// Returns the text, shortened to a number of characters. If it was shortened, it ends with an ellipsis.
  static func fitted(_ text: String, to limit: Int) -> String {
    text.count <= limit ? text : text.prefix(limit - 1) + "…"
  }

  /// Returns the width of a character in thousandths of the font size.
  private static func width(of scalar: Unicode.Scalar) -> Int {
    switch scalar {
    case "i", "j", "l", "'": 222
    case " ", ".", ",", ":", ";", "!", "|", "I", "/", "\\", "[", "]", "f", "t": 278
    case "r", "(", ")", "-", "{", "}", "`": 334
    case "\"", "*", "^": 400
    case "c", "k", "s", "v", "x", "y", "z", "J": 500
    case "L", "_", "?", "#", "$": 556
    case "F", "T", "Z", "+", "=", "<", ">", "~", "−", "±": 611
    case "A", "B", "E", "K", "P", "S", "V", "X", "Y", "&": 667
    case "w", "C", "D", "H", "N", "R", "U": 722
    case "G", "O", "Q": 778
    case "m", "M", "%": 870
    case "W", "@": 1000
    case _ where scalar.isASCII: 556
    // Letters of European scripts are as wide as capitals; others can be as wide as high.
    case _ where scalar.value < 0x590: 722
    default: 1050
    }
  }
}
