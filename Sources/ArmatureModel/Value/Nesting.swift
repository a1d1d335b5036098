/// How many parts stand around what is being decoded.
///
/// Of the task and not of the decoder: each decoder counts as it likes, if at all. A property list can
/// contain itself, and would be decoded without an end.
private enum DecodingDepth {
  @TaskLocal static var current = 0
}

extension Decoder {
  /// Decodes a part of something that can be nested, unless it is nested too deep.
  ///
  /// - Throws: `DecodingError` for more than ``NestingCheck/depthLimit`` parts within each other, or what
  ///   decoding throws.
  func nested<Part>(_ decode: () throws -> Part) throws -> Part {
    let depth = DecodingDepth.current + 1
    guard depth <= NestingCheck.depthLimit else {
      throw corrupted(
        "There must be at most \(NestingCheck.depthLimit) parts within each other, but this is"
          + " deeper, or contains itself.")
    }
    return try DecodingDepth.$current.withValue(depth, operation: decode)
  }
}
