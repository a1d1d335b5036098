/// The lines of a diagram as open polygons.
struct PictureLines {
  private let lines: [[Point]]

  private struct Point {
    var x: Double
    var y: Double
  }

  /// Reads the lines of this library's SVG, with their corners before rounding.
  init(svg: String) {
    lines = svg.split(separator: "\n").compactMap { row in
      let (start, end) = ("<path d=\"M", "\"/>")
      guard row.hasPrefix(start), row.hasSuffix(end), row.contains("L") else { return nil }
      let path = row.dropFirst(start.count).dropLast(end.count)
      let parts = path.split(separator: "L")
      let corners = parts.dropFirst().dropLast().compactMap { part in
        part.split(separator: "Q").dropFirst().first.map(Self.numbers)
      }
      return ([Self.numbers(parts[0])] + corners + [Self.numbers(parts[parts.count - 1])])
        .map { Point(x: $0[0], y: $0[1]) }
    }
  }

  /// Reads the lines of Graphviz's layout, with curves approximated by segments.
  init(plain: String) {
    lines = plain.split(separator: "\n").compactMap { row in
      let fields = row.split(separator: " ")
      guard fields[0] == "edge", fields[1] != fields[2], let count = Int(fields[3]) else {
        return nil
      }
      let numbers = fields[4..<4 + 2 * count].map { Double($0) ?? 0 }
      let points = (0..<count).map { Point(x: numbers[2 * $0], y: numbers[2 * $0 + 1]) }
      return Self.polygon(points)
    }
  }

  /// The number of line crossings.
  var crossings: Int {
    var count = 0
    for (index, line) in lines.enumerated() {
      for other in lines[..<index] {
        for (a, b) in zip(line, line.dropFirst()) {
          for (c, d) in zip(other, other.dropFirst()) where Self.cross(a, b, c, d) { count += 1 }
        }
      }
    }
    return count
  }

  private static func numbers(_ text: Substring) -> [Double] {
    text.split(separator: " ").map { Double($0) ?? 0 }
  }

  private static func cross(_ a: Point, _ b: Point, _ c: Point, _ d: Point) -> Bool {
    func side(_ p: Point, _ q: Point, _ r: Point) -> Double {
      (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x)
    }
    return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0
  }

  /// Returns sixteen segments for each curve of four points; the last point begins the next curve.
  private static func polygon(_ points: [Point]) -> [Point] {
    var polygon = [points[0]]
    for start in stride(from: 0, to: points.count - 3, by: 3) {
      for step in 1...16 {
        let (t, u) = (Double(step) / 16, 1 - Double(step) / 16)
        let weights = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t]
        let curve = zip(weights, points[start...])
        polygon.append(
          Point(
            x: curve.reduce(0) { $0 + $1.0 * $1.1.x }, y: curve.reduce(0) { $0 + $1.0 * $1.1.y }))
      }
    }
    return polygon
  }
}
