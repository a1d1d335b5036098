/// The limit for the nesting of predicates, expressions, types and values, counted together. Most functions that walk
/// them are recursive.
enum Nesting {
  /// The maximum number of nested parts.
  static let depthLimit = 200

  /// The number of parts around the part that is being decoded.
  ///
  /// The count belongs to the task, because decoders do not count reliably. A property list can contain itself, and
  /// decoding it would then never end.
  @TaskLocal fileprivate static var decodingDepth = 0

  /// Returns whether something is nested deeper than ``depthLimit``.
  ///
  /// The function uses a list instead of recursion.
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
  /// Decodes a part that can be nested.
  ///
  /// - Throws: `DecodingError` if more than ``Nesting/depthLimit`` parts are nested, or an error of the closure.
  func nested<Part>(_ decode: () throws -> Part) throws -> Part {
    let depth = Nesting.decodingDepth + 1
    guard depth <= Nesting.depthLimit else {
      throw corrupted(
        "Values must be nested at most \(Nesting.depthLimit) deep, but this one is deeper, or "
          + "contains itself.")
    }
    return try Nesting.$decodingDepth.withValue(depth, operation: decode)
  }
}
