#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Writes JSON into a growing buffer, either in compact form or with one value on each line.
///
/// Call `element()` before each value of an array, and `key(_:)` before each value of an object. If these calls are
/// nested correctly, the output is valid JSON.
///
/// Invariant: at any time, at least ``slack`` bytes can be written after `count`. A method that writes more reserves
/// memory first.
package struct JSONOutput: ~Copyable {
  /// The layout of the output.
  package enum Layout: UInt8, Hashable, Sendable {
    /// Without white space.
    case compact
    /// Indentation of two blanks per level, and a line per member and element.
    case pretty
  }

  /// The number of bytes written.
  package private(set) var count = 0
  private var memory: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  /// The number of arrays and objects around the next value.
  private(set) var depth = 0
  /// True before the first value in the innermost array or object.
  private(set) var isFirst = true
  private let isPretty: Bool
  /// Room for the longest number or date with quotation marks and a comma, and for copies of 8 bytes.
  private static let slack = 64

  package init(_ layout: Layout = .compact, capacity: Int = 4_096) {
    isPretty = layout == .pretty
    self.capacity = max(capacity, 0) + Self.slack
    memory = Self.allocate(self.capacity, growing: nil)
  }

  deinit { free(memory) }

  /// Calls a closure with the bytes written so far; the pointer is only valid inside the closure.
  package func withBytes<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeBufferPointer(start: memory, count: count))
  }

  /// The text written so far.
  package var string: String { withBytes { String(decoding: $0, as: UTF8.self) } }

  /// Returns the bytes without a copy.
  package consuming func data() -> Data {
    let (memory, count, capacity) = (memory, count, capacity)
    // The data frees the memory: no deinit here.
    discard self
    if count == 0 {
      free(memory)
      return Data()
    }
    var bytes = UnsafeMutableRawPointer(memory)
    // A large unused part is returned.
    if capacity / 4 > count / 3, let smaller = realloc(bytes, count) { bytes = smaller }
    return Data(bytesNoCopy: bytes, count: count, deallocator: .free)
  }

  /// Removes the output and keeps the memory: for output in portions.
  package mutating func removeBytes() { count = 0 }

  /// Passes the collected output to a closure, and removes it from memory.
  mutating func flush(_ write: (Data) throws -> Void) rethrows {
    if count == 0 { return }
    let data = withBytes { Data($0) }
    removeBytes()
    try write(data)
  }

  /// Writes a value that was written before, at the same depth.
  mutating func fragment(_ bytes: UnsafeBufferPointer<UInt8>) {
    reserve(bytes.count)
    if let start = bytes.baseAddress { spare.update(from: start, count: bytes.count) }
    count += bytes.count
  }

  /// Reorders ranges of the bytes, with commas between them.
  ///
  /// - Parameter start: The start of the ranges. Together with the commas in between, they reach the end.
  mutating func reorder(_ ranges: [Range<Int>], from start: Int) {
    let bytes = ranges.map {
      Array(UnsafeBufferPointer(start: memory + $0.lowerBound, count: $0.count))
    }
    .joined(separator: [0x2C])
    count = start
    for byte in bytes { put(byte) }
  }

  // MARK: Structure

  package mutating func beginObject() { begin(0x7B) }
  package mutating func endObject() { end(0x7D) }
  package mutating func beginArray() { begin(0x5B) }
  package mutating func endArray() { end(0x5D) }

  /// Starts an element of an array.
  @inline(__always)
  package mutating func element() {
    if !isFirst { put(0x2C) }
    isFirst = false
    if _slowPath(isPretty) { newLine() } else { reserve(0) }
  }

  /// Starts a member of an object.
  @inline(__always)
  package mutating func key(_ key: JSONKey) {
    element()
    reserve(key.count &+ 1)
    let out = UnsafeMutableRawPointer(memory + count)
    let source = UnsafeRawPointer(key.start)
    // Whole words, the last one partly beyond the key: both sides have the bytes for it.
    var index = 0
    while index < key.count {
      out.storeBytes(
        of: source.loadUnaligned(fromByteOffset: index, as: UInt64.self), toByteOffset: index,
        as: UInt64.self)
      index &+= 8
    }
    count &+= key.count
    if _slowPath(isPretty) { put(0x20) }
  }

  /// Starts a member of an object whose key is not known beforehand.
  package mutating func key(_ name: String) {
    element()
    string(name)
    put(0x3A)
    if isPretty { put(0x20) }
  }

  /// Starts an element of an array on a new line, in compact output.
  mutating func elementOnLine() {
    element()
    put(0x0A)
  }

  /// Starts a member of an object on a new line, in compact output.
  mutating func keyOnLine(_ name: String) {
    elementOnLine()
    string(name)
    put(0x3A)
  }

  /// Ends a line, between the records of newline-delimited JSON and at the end of a file.
  package mutating func endLine() {
    put(0x0A)
    reserve(0)
    isFirst = true
  }

  // MARK: Room

  /// Ensures that a number of bytes and the slack can be written.
  @inline(__always)
  mutating func reserve(_ more: Int) {
    if _slowPath(capacity &- count < more &+ Self.slack) { grow(more) }
  }

  @inline(never)
  private mutating func grow(_ more: Int) {
    capacity = max(capacity * 2, count + more + Self.slack)
    memory = Self.allocate(capacity, growing: memory)
  }

  /// Allocates memory of the C heap, which can grow a large block without copying it.
  ///
  /// To write 24 MB, this takes a quarter of the time that Swift's own memory takes.
  private static func allocate(
    _ capacity: Int, growing old: UnsafeMutablePointer<UInt8>?
  ) -> UnsafeMutablePointer<UInt8> {
    guard let memory = realloc(old, capacity) else {
      preconditionFailure("out of memory for \(capacity) bytes of JSON")
    }
    return memory.assumingMemoryBound(to: UInt8.self)
  }

  /// Writes one byte into the slack.
  @inline(__always)
  mutating func put(_ byte: UInt8) {
    memory[count] = byte
    count &+= 1
  }

  /// The slack, and the memory reserved before it.
  @inline(__always)
  var spare: UnsafeMutablePointer<UInt8> { memory + count }

  /// Adds bytes written to ``spare`` to the output; a negative number removes some.
  @inline(__always)
  mutating func advance(_ written: Int) { count &+= written }

  private mutating func begin(_ bracket: UInt8) {
    put(bracket)
    reserve(0)
    depth += 1
    isFirst = true
  }

  private mutating func end(_ bracket: UInt8) {
    depth -= 1
    if isPretty && !isFirst { newLine() }
    put(bracket)
    reserve(0)
    isFirst = false
  }

  @inline(never)
  private mutating func newLine() {
    reserve(2 * depth + 1)
    put(0x0A)
    for _ in 0..<(2 * max(0, depth)) { put(0x20) }
    reserve(0)
  }
}
