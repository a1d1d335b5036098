/// The legend below a diagram.
struct SVGLegend {
  private(set) var lines: [String] = []
  private(set) var width = 0
  private(set) var bottom: Int

  private static let rowHeight = 22

  init(_ diagram: ModelDiagram, left: Int, top: Int) {
    bottom = top
    var entries = Self.feet.filter { foot in
      diagram.links.contains { link in
        [link.start, link.end].contains { role in
          role.map { $0.isToMany == foot.isToMany && $0.isOptional == foot.isOptional } ?? false
        }
      }
    }.map { ($0.words, Self.foot($0)) }
    if diagram.links.contains(where: \.isInheritance) {
      entries.append(("inherits from", Self.triangle))
    }
    if diagram.links.contains(where: { $0.start?.isOrdered ?? $0.end?.isOrdered ?? false }) {
      entries.append(("in an order", { x, y in Self.text("↓", x + 20, y + 4) }))
    }
    if diagram.boxes.contains(where: { $0.rows.contains(where: \.isIdentifying) }) {
      entries.append(
        (
          "identifies an object",
          { x, y in
            #"<g class="identifying">"# + Self.text("name", x, y + 4) + "</g>"
          }
        ))
    }
    if diagram.isComparison {
      entries += [ModelDiagram.Change.added, .removed, .changed].map {
        ($0.rawValue, Self.swatch($0))
      }
    }
    if entries.isEmpty { return }
    lines.append(#"<g class="legend">"#)
    for (row, entry) in entries.enumerated() {
      let (x, y) = (left + row % 3 * 190, top + row / 3 * Self.rowHeight)
      lines.append(entry.1(x, y))
      lines.append(Self.text(entry.0, x + 46, y + 4))
      width = max(width, x - left + 180)
      bottom = max(bottom, y + 8)
    }
    lines.append("</g>")
  }

  private typealias Sign = (_ x: Int, _ y: Int) -> String

  private static let feet: [(isToMany: Bool, isOptional: Bool, words: String)] = [
    (false, false, "exactly one"), (false, true, "one or none"), (true, false, "one or more"),
    (true, true, "any number"),
  ]

  private static func foot(_ foot: (isToMany: Bool, isOptional: Bool, words: String)) -> Sign {
    let role = ModelDiagram.Role(
      name: "", isToMany: foot.isToMany, isOrdered: false, isOptional: foot.isOptional,
      isTransient: false)
    return { x, y in
      let end = LineEnd(
        at: DiagramLayout.Point(x: x + 36, y: y), towards: DiagramLayout.Point(x: x, y: y))
      return line(x, y) + end.foot(of: role) + bar(x + 36, y) + "</g>"
    }
  }

  private static func triangle(_ x: Int, _ y: Int) -> String {
    let end = LineEnd(
      at: DiagramLayout.Point(x: x + 36, y: y), towards: DiagramLayout.Point(x: x, y: y))
    return line(x, y) + end.triangle + bar(x + 36, y) + "</g>"
  }

  private static func line(_ x: Int, _ y: Int) -> String {
    #"<g class="line"><path d="M\#(x) \#(y)h36"/>"#
  }

  /// The side of a box.
  private static func bar(_ x: Int, _ y: Int) -> String { #"<path d="M\#(x) \#(y - 8)v16"/>"# }

  private static func swatch(_ change: ModelDiagram.Change) -> Sign {
    return { x, y in
      #"<g class="box \#(change.rawValue)"><rect class="heading" x="\#(x)" y="\#(y - 7)" width="36" "#
        + #"height="14"/><rect class="frame" x="\#(x)" y="\#(y - 7)" width="36" height="14"/></g>"#
    }
  }

  private static func text(_ text: String, _ x: Int, _ y: Int) -> String {
    #"<text x="\#(x)" y="\#(y)">\#(MarkupText.escaped(text))</text>"#
  }
}
