/// The style of a page, in parts.
enum PageStyle {
  static let text = [base, pieces, views, data].joined(separator: "\n")
}
