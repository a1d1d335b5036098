package import ArmatureModel

extension JSONCursor {
  /// Reads a value of any kind, with the order of its members and the digits of its numbers.
  ///
  /// - Parameter report: A closure that is called for each key that an object has twice, with its path from the value
  ///   and its byte offset in the file.
  /// - Complexity: O(*n*) in its bytes, without recursion.
  package mutating func jsonValue(
    _ report: (_ path: [String], _ offset: Int) -> Void
  ) throws(JSONSyntaxError) -> JSONValue {
    skipWhitespace()
    let (start, offset) = (next, offset)
    try skipValue()
    let bytes = UnsafeBufferPointer(start: start, count: next - start)
    return JSONValueParser.value(of: bytes) { report($0.path, offset + $0.offset) } ?? .null
  }
}
