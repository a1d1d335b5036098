/// The paths of some places in a text (`$.books[3].title`), found in a single walk.
struct JSONPaths {
  private let text: JSONText
  private let depthLimit: Int
  private let wanted: [Int]
  private var next = 0
  private var paths: [Int: String] = [:]
  /// The enclosing arrays and objects of the current place.
  private var steps: [Step] = []

  private enum Step {
    /// The place of a key, which is only read if its path is requested.
    case member(key: Int)
    case element(Int)
  }

  /// - Parameter offsets: The places of keys, values and invalid syntax, in ascending order.
  /// - Complexity: O(*n*) in the text up to the last place; for lines, from the line of the first place.
  init(
    _ text: JSONText, isLines: Bool = false, offsets: [Int], depthLimit: Int
  ) {
    self.text = text
    self.depthLimit = depthLimit
    wanted = offsets
    if isLines {
      var lines = JSONCursor(linesOf: text, depthLimit: depthLimit)
      lines.nextLineStart = text.startOfLine(around: offsets.first ?? 0)
      while next < wanted.count && lines.nextLine() { walkAll(&lines) }
    } else {
      var cursor = JSONCursor(text, depthLimit: depthLimit)
      walkAll(&cursor)
    }
  }

  /// The path of a place; `nil` if nothing is there.
  subscript(offset: Int) -> String? { paths[offset] }

  private mutating func walkAll(_ cursor: inout JSONCursor) {
    steps = []
    do throws(JSONSyntaxError) {
      try walk(&cursor)
      try cursor.finish()
    } catch {
      // Invalid syntax ends the walk, at the last token.
      note(error.offset)
    }
  }

  /// Walks through a value, without recursion, since data decides about its depth.
  private mutating func walk(_ cursor: inout JSONCursor) throws(JSONSyntaxError) {
    var isObject: [Bool] = []
    while next < wanted.count {
      let token = try cursor.peek()
      note(cursor.offset)
      switch token {
      case .object where try cursor.enterObject():
        isObject.append(true)
        try readKey(&cursor)
        continue
      case .array where try cursor.enterArray():
        isObject.append(false)
        steps.append(.element(0))
        continue
      case .object, .array: break
      default: try cursor.skipValue()
      }
      // After a value: closes all arrays and objects that end here.
      while let last = isObject.last {
        let isMore = last ? try cursor.nextMember() : try cursor.nextElement()
        if isMore { break }
        isObject.removeLast()
        steps.removeLast()
      }
      switch steps.last {
      case .member:
        steps.removeLast()
        try readKey(&cursor)
      case .element(let index): steps[steps.count - 1] = .element(index + 1)
      case nil: return
      }
    }
  }

  private mutating func readKey(_ cursor: inout JSONCursor) throws(JSONSyntaxError) {
    cursor.skipWhitespace()
    let offset = cursor.offset
    steps.append(.member(key: offset))
    _ = try cursor.key()
    note(offset)
  }

  private mutating func note(_ offset: Int) {
    while next < wanted.count, wanted[next] < offset { next += 1 }
    guard next < wanted.count, wanted[next] == offset else { return }
    paths[offset] = path
    while next < wanted.count, wanted[next] == offset { next += 1 }
  }

  /// The number of steps kept at each end of a path.
  private static let keptSteps = 50

  private var path: String {
    if steps.count <= 2 * Self.keptSteps { return "$" + path(of: steps[...]) }
    // Very many paths of hostile data would take more memory than the data itself.
    return "$" + path(of: steps.prefix(Self.keptSteps)) + "…"
      + path(of: steps.suffix(Self.keptSteps))
  }

  private func path(of steps: ArraySlice<Step>) -> String {
    steps.reduce(into: "") { path, step in
      switch step {
      case .element(let index): path += "[\(index)]"
      case .member(let offset):
        var cursor = JSONCursor(text, at: offset, depthLimit: 1)
        // A key that cannot be read is the invalid syntax, within the enclosing object.
        if let key = try? cursor.key() {
          path += Self.step(String(decoding: key.bytes, as: UTF8.self).shortenedName)
        }
      }
    }
  }

  /// Returns a member in JSONPath form (RFC 9535).
  static func step(_ key: String) -> String {
    let isPlain =
      !key.isEmpty
      && key.utf8.allSatisfy { $0 == 0x5F || ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 }
    return isPlain ? ".\(key)" : "[\(key.quotedForMessage)]"
  }
}

extension JSONText {
  /// Returns the start of the line around a place.
  fileprivate func startOfLine(around offset: Int) -> UnsafePointer<UInt8> {
    var place = min(max(0, offset - origin.offset), count)
    while place > 0 && start[place - 1] != 0x0A { place -= 1 }
    return start + max(place, contentOffset)
  }
}
