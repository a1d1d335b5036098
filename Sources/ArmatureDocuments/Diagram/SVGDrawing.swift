import ArmatureModel

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

/// The end of a line at a box. It consists of a sign and the text next to it.
struct LineEnd {
  private let point: DiagramLayout.Point
  /// 1 if the line leaves to the right, -1 if to the left.
  private let direction: Int

  init(at point: DiagramLayout.Point, towards next: DiagramLayout.Point) {
    self.point = point
    direction = next.x < point.x ? -1 : 1
  }

  /// Returns the sign that shows whether a relationship that ends here is to-one or to-many.
  func foot(of role: ModelDiagram.Role) -> String {
    let many =
      role.isToMany
      ? "M\(x(10)) \(point.y)L\(x(0)) \(point.y - 6)M\(x(10)) \(point.y)L\(x(0)) \(point.y + 6)"
      : "M\(x(7)) \(point.y - 5)v10"
    let least =
      role.isOptional
      ? #"<circle class="sign" cx="\#(x(15))" cy="\#(point.y)" r="4"/>"#
      : #"<path class="sign" d="M\#(x(13)) \#(point.y - 5)v10"/>"#
    return #"<path class="sign" d="\#(many)"/>"# + least
  }

  /// The sign that points to a parent entity.
  var triangle: String {
    #"<path class="triangle" d="M\#(x(0)) \#(point.y)L\#(x(11)) \#(point.y - 6)v12z"/>"#
  }

  /// Returns the label with the name of the box's relationship.
  func label(_ text: String) -> String {
    let anchor = direction > 0 ? "" : #" text-anchor="end""#
    return #"<text class="label" x="\#(x(4))" y="\#(point.y - 6)"\#(anchor)>"#
      + MarkupText.escaped(text) + "</text>"
  }

  private func x(_ distance: Int) -> Int { point.x + direction * distance }
}

/// Writes the path of a line in SVG, with rounded corners.
enum RoundedPath {
  private static let radius = 6

  static func text(_ corners: [DiagramLayout.Point]) -> String {
    guard let first = corners.first, let last = corners.last else { return "" }
    var text = "M\(first.x) \(first.y)"
    for index in corners.indices.dropFirst().dropLast() {
      let corner = corners[index]
      let radius = min(
        Self.radius, distance(corner, corners[index - 1]) / 2,
        distance(corner, corners[index + 1]) / 2)
      let before = moved(corner, towards: corners[index - 1], by: radius)
      let behind = moved(corner, towards: corners[index + 1], by: radius)
      text += "L\(before.x) \(before.y)Q\(corner.x) \(corner.y) \(behind.x) \(behind.y)"
    }
    return text + "L\(last.x) \(last.y)"
  }

  private static func distance(
    _ first: DiagramLayout.Point, _ second: DiagramLayout.Point
  ) -> Int {
    abs(first.x - second.x) + abs(first.y - second.y)
  }

  private static func moved(
    _ point: DiagramLayout.Point, towards other: DiagramLayout.Point, by distance: Int
  ) -> DiagramLayout.Point {
    DiagramLayout.Point(
      x: point.x + (other.x - point.x).signum() * distance,
      y: point.y + (other.y - point.y).signum() * distance)
  }
}

/// Escapes text for XML and HTML.
package enum MarkupText {
  /// Returns the text escaped for content and attributes, with invisible characters made visible.
  package static func escaped(_ text: String) -> String {
    text.displayEscaped().escaping("&<>\"'\u{FFFE}\u{FFFF}") { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "'": "&#39;"
      // XML allows these characters nowhere, not even as references.
      case "\u{FFFE}", "\u{FFFF}": "\u{FFFD}"
      default: nil
      }
    }
  }
}
