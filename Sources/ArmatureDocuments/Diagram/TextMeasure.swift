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
