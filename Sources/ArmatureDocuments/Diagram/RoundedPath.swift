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
