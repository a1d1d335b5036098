@testable import ArmatureDocuments

/// The laws of every layout, and the number of line crossings.
enum LayoutLaws {
  typealias Point = DiagramLayout.Point
  typealias Frame = DiagramLayout.Frame

  /// Returns the laws that a layout breaks, as sentences.
  static func faults(of layout: DiagramLayout, _ graph: LayoutGraph) -> [String] {
    var faults: [String] = []
    for (index, frame) in layout.frames.enumerated() {
      if frame.x < 0 || frame.y < 0 || frame.right > layout.width || frame.bottom > layout.height {
        faults.append("box \(index) leaves the picture")
      }
      if frame.width < graph.boxes[index].width || frame.height < graph.boxes[index].height {
        faults.append("box \(index) is too small")
      }
      for other in layout.frames.indices.dropFirst(index + 1)
      where overlap(frame, layout.frames[other]) {
        faults.append("boxes \(index) and \(other) overlap")
      }
    }
    for (index, route) in layout.routes.enumerated() {
      let line = graph.lines[index]
      if !ends(route.first, layout.frames[line.from]) || !ends(route.last, layout.frames[line.to]) {
        faults.append("line \(index) does not end at its boxes")
      }
      for (start, end) in zip(route, route.dropFirst()) {
        if start.x != end.x && start.y != end.y { faults.append("line \(index) is oblique") }
        let part = Frame(
          x: min(start.x, end.x), y: min(start.y, end.y), width: abs(start.x - end.x),
          height: abs(start.y - end.y))
        for (box, frame) in layout.frames.enumerated() where runs(part, through: frame) {
          faults.append("line \(index) runs through box \(box)")
        }
        if part.x < 0 || part.y < 0 || part.right > layout.width || part.bottom > layout.height {
          faults.append("line \(index) leaves the picture")
        }
      }
    }
    return faults
  }

  /// There must be space between boxes, too.
  private static func overlap(_ first: Frame, _ second: Frame) -> Bool {
    first.x < second.right + 10 && second.x < first.right + 10 && first.y < second.bottom + 10
      && second.y < first.bottom + 10
  }

  /// Returns whether a segment passes through the inside of a box, excluding its border.
  private static func runs(_ part: Frame, through frame: Frame) -> Bool {
    part.x < frame.right && frame.x < part.right && part.y < frame.bottom && frame.y < part.bottom
      || part.width == 0 && part.x > frame.x && part.x < frame.right && part.y < frame.bottom
        && frame.y < part.bottom
      || part.height == 0 && part.y > frame.y && part.y < frame.bottom && part.x < frame.right
        && frame.x < part.right
  }

  private static func ends(_ point: Point?, _ frame: Frame) -> Bool {
    point.map { point in
      (point.x == frame.x || point.x == frame.right) && point.y > frame.y && point.y < frame.bottom
    } ?? false
  }

  /// Returns the number of line crossings, comparing each horizontal segment with each vertical one of another line.
  static func crossings(_ routes: [[Point]]) -> Int {
    var (flat, steep): ([(line: Int, Point, Point)], [(line: Int, Point, Point)]) = ([], [])
    for (index, route) in routes.enumerated() {
      for (start, end) in zip(route, route.dropFirst()) {
        if start.y == end.y {
          flat.append((index, start, end))
        } else {
          steep.append((index, start, end))
        }
      }
    }
    return flat.reduce(0) { count, part in
      count
        + steep.count { other in
          let xs = min(part.1.x, part.2.x)..<max(part.1.x, part.2.x)
          let ys = min(other.1.y, other.2.y)..<max(other.1.y, other.2.y)
          return part.line != other.line && xs.dropFirst().contains(other.1.x)
            && ys.dropFirst().contains(part.1.y)
        }
    }
  }
}
