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
