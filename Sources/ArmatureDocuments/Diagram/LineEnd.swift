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
