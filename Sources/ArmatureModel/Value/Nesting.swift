/// How deep conditions, expressions, types and values may be nested, counted together: most walks through
/// them recurse.
enum Nesting {
  /// So many parts may stand within each other.
  static let depthLimit = 200

  /// How many parts stand around what is being decoded.
  ///
  /// Of the task and not of the decoder: each decoder counts as it likes, if at all. A property list can
  /// contain itself, and would be decoded without an end.
  @TaskLocal fileprivate static var decodingDepth = 0

  /// Whether something is nested deeper than ``depthLimit``.
  ///
  /// Walks a list instead of recursing itself.
  static func isTooDeep<Part>(_ roots: [Part], parts: (Part) -> [Part]) -> Bool {
    var pending = roots.map { (part: $0, depth: 1) }
    while let (part, depth) = pending.popLast() {
      if depth > depthLimit { return true }
      for part in parts(part) { pending.append((part, depth + 1)) }
    }
    return false
  }
}

extension Decoder {
  /// Decodes a part of something that can be nested, unless it is nested too deep.
  ///
  /// - Throws: `DecodingError` for more than ``Nesting/depthLimit`` parts within each other, or what
  ///   decoding throws.
  func nested<Part>(_ decode: () throws -> Part) throws -> Part {
    let depth = Nesting.decodingDepth + 1
    guard depth <= Nesting.depthLimit else {
      throw corrupted(
        "There must be at most \(Nesting.depthLimit) parts within each other, but this is"
          + " deeper, or contains itself.")
    }
    return try Nesting.$decodingDepth.withValue(depth, operation: decode)
  }
}
