/// Draws a diagram as SVG.
package struct SVGDrawing {
  private let diagram: ModelDiagram
  private let shapes: [BoxShape]
  private let layout: DiagramLayout

  private static let margin = 24
  private static let labelSize = 10

  package init(_ diagram: ModelDiagram) {
    self.diagram = diagram
    shapes = diagram.boxes.map(BoxShape.init)
    var layout = DiagramLayout(Self.graph(of: diagram, shapes))
    layout.move(x: Self.margin, y: Self.margin)
    self.layout = layout
  }

  /// Returns the input of the layout for a diagram.
  static func graph(of diagram: ModelDiagram, _ shapes: [BoxShape]) -> LayoutGraph {
    LayoutGraph(
      boxes: shapes.map { LayoutGraph.Size(width: $0.width, height: $0.height) },
      lines: diagram.links.map { link in
        LayoutGraph.Line(
          from: link.from, to: link.to, startLabel: labelWidth(of: link.start),
          endLabel: labelWidth(of: link.end), sharesStart: link.isInheritance)
      })
  }

  /// - Parameter style: The definitions for the classes of the elements. A page passes its own definitions.
  package func text(style: String) -> String {
    let legend = SVGLegend(diagram, left: Self.margin, top: Self.margin + layout.height + 28)
    let width = max(layout.width, legend.width) + 2 * Self.margin
    let height = legend.bottom + Self.margin
    let title = MarkupText.escaped(diagram.title)
    var lines = [
      #"<svg xmlns="http://www.w3.org/2000/svg" width="\#(width)" height="\#(height)" "#
        + #"viewBox="0 0 \#(width) \#(height)" role="img" aria-label="\#(title)">"#,
      "<title>\(title)</title>", style,
      #"<rect class="ground" width="\#(width)" height="\#(height)"/>"#,
    ]
    for (link, route) in zip(diagram.links, layout.routes) { lines += self.lines(of: link, route) }
    for index in diagram.boxes.indices { lines += self.lines(ofBox: index) }
    lines += legend.lines
    return (lines + ["</svg>"]).joined(separator: "\n") + "\n"
  }

  private func lines(ofBox index: Int) -> [String] {
    let (box, shape, frame) = (diagram.boxes[index], shapes[index], layout.frames[index])
    let (x, y, width) = (frame.x, frame.y, frame.width)
    let heading =
      #"<path class="heading" d="M\#(x) \#(y + BoxShape.headingHeight)v"#
      + "-\(BoxShape.headingHeight - 5)q0-5 5-5h\(width - 10)q5 0 5 5v\(BoxShape.headingHeight - 5)z\"/>"
    var lines = [
      #"<g class="box\#(box.change.className)\#(box.isAbstract ? " abstract" : "")">"#,
      title([box.name + (box.isAbstract ? " (abstract)" : "")] + box.notes),
      rectangle("body", frame), heading, rectangle("frame", frame),
      #"<text class="name" x="\#(x + width / 2)" y="\#(y + 18)">"#
        + MarkupText.escaped(shape.heading) + "</text>",
    ]
    for (position, row) in shape.rows.enumerated() {
      let top = y + BoxShape.headingHeight + 3 + position * BoxShape.rowHeight
      lines += self.lines(of: row.row, row.name, row.type, top, frame)
    }
    return lines + ["</g>"]
  }

  private func lines(
    of row: ModelDiagram.Row, _ name: String, _ type: String, _ top: Int,
    _ frame: DiagramLayout.Frame
  ) -> [String] {
    let marks = (row.isIdentifying ? " identifying" : "") + (row.isTransient ? " transient" : "")
    let classes = row.change.className + marks
    let left = frame.x + BoxShape.padding + row.depth * BoxShape.indent
    let texts =
      #"<text x="\#(left)" y="\#(top + 13)">\#(MarkupText.escaped(name))</text>"#
      + #"<text class="type" x="\#(frame.right - BoxShape.padding)" y="\#(top + 13)">"#
      + MarkupText.escaped(type) + "</text>"
    var lines: [String] = []
    if name.hasSuffix("…") || type.hasSuffix("…") || !row.notes.isEmpty {
      lines.append(title(["\(row.name): \(row.type)"] + row.notes))
    }
    if row.change != .none {
      lines.append(
        #"<rect class="band" x="\#(frame.x + 1)" y="\#(top)" width="\#(frame.width - 2)" "#
          + #"height="\#(BoxShape.rowHeight)"/>"#)
    }
    // Most rows consist of their texts only, and a large model has a thousand of them.
    if classes.isEmpty && lines.isEmpty { return [texts] }
    return [#"<g class="row\#(classes)">"#] + lines + [texts, "</g>"]
  }

  private func lines(of link: ModelDiagram.Link, _ route: [DiagramLayout.Point]) -> [String] {
    guard let first = route.first, let last = route.last, route.count > 1 else { return [] }
    let (start, end) = (
      LineEnd(at: first, towards: route[1]), LineEnd(at: last, towards: route[route.count - 2])
    )
    let isTransient = link.start?.isTransient ?? false
    let kind = link.isInheritance ? "inheritance" : "relationship"
    var lines = [
      #"<g class="line \#(kind)\#(isTransient ? " transient" : "")\#(link.change.className)">"#,
      title([sentence(about: link)]), #"<path d="\#(RoundedPath.text(route))"/>"#,
    ]
    if link.isInheritance {
      lines.append(start.triangle)
    } else if let role = link.start {
      // The sign for to-one or to-many is drawn where the relationship ends.
      lines.append(end.foot(of: role))
      lines.append(link.end.map { start.foot(of: $0) } ?? "")
      lines.append(start.label(Self.label(of: role)))
      if let inverse = link.end { lines.append(end.label(Self.label(of: inverse))) }
    }
    return lines.filter { !$0.isEmpty } + ["</g>"]
  }

  private func sentence(about link: ModelDiagram.Link) -> String {
    let (from, to) = (diagram.boxes[link.from].name, diagram.boxes[link.to].name)
    guard let role = link.start else { return "\(to) is a \(from)" }
    return "\(from).\(role.name): \(role.words) \(to)"
      + (link.end.map { "; \(to).\($0.name): \($0.words) \(from)" } ?? "")
  }

  private func title(_ sentences: [String]) -> String {
    "<title>" + sentences.map(MarkupText.escaped).joined(separator: "\n") + "</title>"
  }

  private func rectangle(_ name: String, _ frame: DiagramLayout.Frame) -> String {
    #"<rect class="\#(name)" x="\#(frame.x)" y="\#(frame.y)" width="\#(frame.width)" "#
      + #"height="\#(frame.height)" rx="5"/>"#
  }

  private static func label(of role: ModelDiagram.Role) -> String {
    TextMeasure.fitted(BoxShape.shown(role.name), to: 28) + (role.isOrdered ? " ↓" : "")
  }

  private static func labelWidth(of role: ModelDiagram.Role?) -> Int {
    role.map { TextMeasure.width(of: label(of: $0), size: labelSize) + 6 } ?? 0
  }
}
