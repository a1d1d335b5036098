/// The style of a word on a terminal, as the parameter of "select graphic rendition" (ECMA-48).
enum TextStyle: String {
  case bold = "1"
  case red = "1;31"
  case yellow = "1;33"

  func applied(to text: String, _ hasColor: Bool = true) -> String {
    hasColor ? "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" : text
  }
}
