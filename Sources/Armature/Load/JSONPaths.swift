/// The paths of some places in a text (`$.books[3].title`), found in one walk through it.
struct JSONPaths {
  private var paths: [Int: String] = [:]

  /// - Parameter offsets: The places where values start, in rising order.
  /// - Complexity: O(*n*) in the text up to the last place.
  init(_ text: JSONText, offsets: [Int], _ depthLimit: Int) {
    var walker = Walker(wanted: offsets)
    var cursor = JSONCursor(text, depthLimit: depthLimit)
    // Broken syntax ends the walk; what lies before it has its path.
    if (try? walker.walk(&cursor)) == nil || cursor.offset < text.count {
      var lines = JSONCursor(linesOf: text, depthLimit: depthLimit)
      while lines.nextLine() { try? walker.walk(&lines) }
    }
    paths = walker.paths
  }

  subscript(offset: Int) -> String? { paths[offset] }

  private struct Walker {
    var wanted: [Int]
    var next = 0
    var paths: [Int: String] = [:]
    var path = "$"

    mutating func walk(_ cursor: inout JSONCursor) throws(JSONSyntaxError) {
      if next == wanted.count { return try cursor.skipValue() }
      let token = try cursor.peek()
      note(cursor.offset)
      switch token {
      case .object:
        let outer = path
        var isMore = try cursor.enterObject()
        while isMore {
          cursor.skipWhitespace()
          let offset = cursor.offset
          let key = String(decoding: try cursor.key().bytes, as: UTF8.self)
          path = outer + Self.step(key)
          note(offset)
          try walk(&cursor)
          isMore = try cursor.nextMember()
        }
        path = outer
      case .array:
        let outer = path
        var index = 0
        var isMore = try cursor.enterArray()
        while isMore {
          path = "\(outer)[\(index)]"
          try walk(&cursor)
          index += 1
          isMore = try cursor.nextElement()
        }
        path = outer
      default: try cursor.skipValue()
      }
    }

    private mutating func note(_ offset: Int) {
      while next < wanted.count, wanted[next] < offset { next += 1 }
      while next < wanted.count, wanted[next] == offset {
        paths[offset] = path
        next += 1
      }
    }

    /// A member as JSONPath (RFC 9535) spells it.
    private static func step(_ key: String) -> String {
      let isPlain =
        !key.isEmpty
        && key.utf8.allSatisfy { $0 == 0x5F || ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 }
      return isPlain ? ".\(key)" : "[\(key.quotedForMessage)]"
    }
  }
}
